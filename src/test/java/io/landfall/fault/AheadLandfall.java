package io.landfall.fault;

import java.time.Clock;
import java.time.Duration;

import org.springframework.beans.factory.config.BeanPostProcessor;
import org.springframework.boot.SpringApplication;

import io.landfall.Landfall;

/** The product by a clock that is an hour ahead; the machine's own, by which the schedule's beats come, is right. */
final class AheadLandfall implements BeanPostProcessor {
    private static final Duration AHEAD = Duration.ofHours(1);

    public static void main(String[] args) {
        // named here and no component: the demo scans the test classes too
        new SpringApplication(Landfall.class, AheadLandfall.class).run(args);
    }

    @Override
    public Object postProcessAfterInitialization(Object bean, String name) {
        return bean instanceof Clock clock ? Clock.offset(clock, AHEAD) : bean;
    }
}
