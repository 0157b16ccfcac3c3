package io.landfall.access;

import org.jspecify.annotations.Nullable;

/**
 * The built-in user {@code admin}.
 *
 * @param passwordHash bcrypt
 * @param generated the password, known only to the node that has just generated it
 */
public record AdminLogin(String passwordHash, Origin origin, @Nullable String generated) {
    static final String NAME = "admin";

    /** Where the password came from. */
    public enum Origin {
        CONFIGURED,
        GENERATED_NOW,
        GENERATED_BEFORE
    }

    /** For the person at the terminal: how to log in. Holds the password when this node generated it. */
    public String hint() {
        if (generated != null) {
            return NAME + " / " + generated + "  (shown this once; LANDFALL_ADMIN_PASSWORD sets another)";
        }
        return origin == Origin.CONFIGURED
                ? NAME + " / as set by LANDFALL_ADMIN_PASSWORD or landfall.admin-password"
                : NAME
                        + " / as shown at the first start of this ledger; forgotten? start with LANDFALL_ADMIN_PASSWORD set";
    }

    /** The record's own would print the password. */
    @Override
    public String toString() {
        return "AdminLogin[" + origin + "]";
    }
}
