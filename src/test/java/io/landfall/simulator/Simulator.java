package io.landfall.simulator;

import java.time.Clock;
import java.util.concurrent.CountDownLatch;

import org.springframework.boot.logging.LoggingInitializationContext;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.SimpleCommandLinePropertySource;
import org.springframework.core.env.StandardEnvironment;

/**
 * Traffic for a Landfall that runs elsewhere, until it gets a signal: {@code landfall.kafka.brokers}, {@code landfall.demo.*} and
 * {@code landfall.topics.dispatch}, as arguments or in the environment. The topics must exist, or the broker make them.
 */
public final class Simulator {
    private Simulator() {}

    public static void main(String[] args) throws InterruptedException {
        ConfigurableEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new SimpleCommandLinePropertySource(args));
        logAsTheProductDoes(environment);
        String brokers = environment.getRequiredProperty("landfall.kafka.brokers");
        String dispatch = environment.getProperty("landfall.topics.dispatch", "landfall.dispatch");
        TrafficOptions options = TrafficOptions.from(environment, Clock.systemUTC());
        TrafficSimulator traffic = TrafficSimulator.start(brokers, options, Clock.systemUTC());
        DispatchWorker worker = DispatchWorker.start(brokers, dispatch, options, Clock.systemUTC());
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            worker.close();
            traffic.close();
        }));
        new CountDownLatch(1).await();
    }

    private static void logAsTheProductDoes(ConfigurableEnvironment environment) {
        LoggingSystem logging = LoggingSystem.get(Simulator.class.getClassLoader());
        logging.beforeInitialize();
        logging.initialize(new LoggingInitializationContext(environment), null, null);
    }
}
