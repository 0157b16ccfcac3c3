package io.landfall.access;

import java.io.PrintStream;

import org.springframework.core.env.Environment;

/** Where lines for the person at the terminal go that must not be in a log, for they may hold a password. */
public final class Terminal {
    private Terminal() {}

    /** Standard output; where that is a log of JSON lines, standard error. */
    public static PrintStream of(Environment environment) {
        return environment.containsProperty("logging.structured.format.console") ? System.err : System.out;
    }
}
