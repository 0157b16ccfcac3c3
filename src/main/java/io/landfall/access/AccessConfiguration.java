package io.landfall.access;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * Who may come in.
 *
 * @param adminPassword of the built-in user {@code admin}; blank or null: one is generated and kept in the ledger
 */
@ConfigurationProperties("landfall")
record AccessConfiguration(@Nullable String adminPassword) {
    /** What bcrypt reads of a password. */
    static final int LONGEST_PASSWORD = 72;

    AccessConfiguration {
        if (adminPassword != null
                && adminPassword.getBytes(java.nio.charset.StandardCharsets.UTF_8).length > LONGEST_PASSWORD) {
            throw new IllegalArgumentException(
                    "landfall.admin-password may have at most " + LONGEST_PASSWORD + " bytes of UTF-8");
        }
    }

    /** The record's own would print the password. */
    @Override
    public String toString() {
        return "AccessConfiguration[adminPassword=" + (adminPassword == null ? "unset" : "***") + "]";
    }
}
