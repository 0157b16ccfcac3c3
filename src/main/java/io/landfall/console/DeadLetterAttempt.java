package io.landfall.console;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * What became of a dead letter that was sent again.
 *
 * @param outcome as in the books, or UNSENT: it could not be sent
 * @param reason null: it was applied
 * @param topic where it was delivered again; null: nowhere
 */
record DeadLetterAttempt(
        int number,
        Instant at,
        String outcome,
        @Nullable String reason,
        @Nullable String detail,
        @Nullable String topic,
        @Nullable Integer partition,
        @Nullable Long offset) {}
