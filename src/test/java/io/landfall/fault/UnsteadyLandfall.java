package io.landfall.fault;

import org.springframework.boot.SpringApplication;

import io.landfall.Landfall;

/** The product with a consumer whose polls fail when a test wants it. */
final class UnsteadyLandfall {
    private UnsteadyLandfall() {}

    public static void main(String[] args) {
        // named here and no component: the demo scans the test classes too
        new SpringApplication(Landfall.class, UnsteadyConsumers.class).run(args);
    }
}
