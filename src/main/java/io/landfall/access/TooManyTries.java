package io.landfall.access;

import java.time.Duration;

import org.springframework.security.authentication.AccountStatusException;

/** A login that was not even looked at: too many failed before it. Nobody else is asked about it. */
final class TooManyTries extends AccountStatusException {
    private final Duration wait;

    TooManyTries(Duration wait) {
        super("too many failed logins");
        this.wait = wait;
    }

    /** Rounded up, at least 1. */
    long seconds() {
        return Math.max(1, wait.plusMillis(999).toSeconds());
    }
}
