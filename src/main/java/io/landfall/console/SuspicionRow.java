package io.landfall.console;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * What inspections have seen of a task so far.
 *
 * @param kind what the verifier said last: DONE, FAILED, RUNNING, ABSENT or UNKNOWN
 * @param looks that said the same, in a row
 * @param since the first of them
 * @param nextAt when it will be looked at again
 * @param verifier that was asked
 * @param reason in its words; null: it gave none
 */
record SuspicionRow(
        int attempt,
        String kind,
        int looks,
        Instant since,
        Instant lookedAt,
        Instant nextAt,
        String verifier,
        @Nullable String reason) {}
