package io.landfall.console;

import java.time.Instant;

/** One try to land what a failure is about. */
record FailureAttempt(
        int number,
        Instant at,
        long version,
        String trigger,
        String node,
        int httpStatus,
        String cause,
        String reason,
        int durationMs) {}
