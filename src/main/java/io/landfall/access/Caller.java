package io.landfall.access;

import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;

/** Who called an MBean's operation. */
public final class Caller {
    private Caller() {}

    /** The name of whoever is logged in, for calls that came over HTTP; {@code jmx} for those of the process's own JMX. */
    public static String name() {
        Authentication who = SecurityContextHolder.getContext().getAuthentication();
        return who == null ? "jmx" : who.getName();
    }
}
