package io.landfall.access;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Who may come in.
 *
 * @param adminPassword of the built-in user {@code admin}; blank or null: one is generated and kept in the ledger
 * @param users beside it
 */
@ConfigurationProperties("landfall")
record AccessConfiguration(@Nullable String adminPassword, @DefaultValue List<UserEntry> users) {
    /** The record's own would print the password. */
    @Override
    public String toString() {
        return "AccessConfiguration[adminPassword=" + (adminPassword == null ? "unset" : "***") + ", users=" + users
                + "]";
    }
}
