package io.landfall.fault;

import org.springframework.boot.SpringApplication;

import io.landfall.Landfall;

/** The product with a place to die: its main class when a test wants it dead between two steps. */
final class CrashingLandfall {
    private CrashingLandfall() {}

    public static void main(String[] args) {
        // named here and no component: the demo scans the test classes too
        new SpringApplication(Landfall.class, CrashPoint.class).run(args);
    }
}
