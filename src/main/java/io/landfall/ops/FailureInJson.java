package io.landfall.ops;

import org.springframework.boot.context.event.ApplicationFailedEvent;
import org.springframework.boot.context.logging.LoggingApplicationListener;
import org.springframework.boot.logging.LoggingInitializationContext;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.boot.logging.LoggingSystemProperties;
import org.springframework.context.ApplicationListener;
import org.springframework.core.Ordered;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * A start that fails before the configuration could be read tells so in the form that was asked for on the command line or in
 * the environment. Spring Boot sets the log up only after the configuration, and would tell it as text.
 */
final class FailureInJson implements ApplicationListener<ApplicationFailedEvent>, Ordered {
    @Override
    public void onApplicationEvent(ApplicationFailedEvent event) {
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new SimpleCommandLinePropertySource(event.getArgs()));
        if (event.getApplicationContext() == null
                && environment.containsProperty("logging.structured.format.console")) {
            LoggingSystem logs = LoggingSystem.get(getClass().getClassLoader());
            new LoggingSystemProperties(environment).apply();
            logs.beforeInitialize();
            logs.initialize(new LoggingInitializationContext(environment), null, null);
        }
    }

    /** After Spring Boot's own listener, which gives the log up. */
    @Override
    public int getOrder() {
        return LoggingApplicationListener.DEFAULT_ORDER + 1;
    }
}
