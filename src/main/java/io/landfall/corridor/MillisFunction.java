package io.landfall.corridor;

import java.time.Duration;

import org.apache.camel.CamelContext;
import org.apache.camel.spi.PropertiesFunction;
import org.apache.camel.spring.boot.CamelContextConfiguration;
import org.springframework.boot.convert.DurationStyle;
import org.springframework.core.env.Environment;
import org.springframework.stereotype.Component;

/** Lets routes say <code>{{millis:landfall.some.duration}}</code>: durations are typed, Kafka's options want milliseconds. */
@Component
final class MillisFunction implements PropertiesFunction, CamelContextConfiguration {
    private final Environment environment;

    MillisFunction(Environment environment) {
        this.environment = environment;
    }

    @Override
    public String getName() {
        return "millis";
    }

    @Override
    public String apply(String key) {
        Duration duration = DurationStyle.detectAndParse(environment.getRequiredProperty(key));
        return Long.toString(duration.toMillis());
    }

    @Override
    public void beforeApplicationStart(CamelContext context) {
        context.getPropertiesComponent().addPropertiesFunction(this);
    }

    @Override
    public void afterApplicationStart(CamelContext context) {
        // nothing to do by then
    }
}
