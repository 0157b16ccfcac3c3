package io.landfall.console;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A repair of a task that went silent: the event that an inspection sent.
 *
 * @param inspection whose second look it was
 * @param kind COMPLETED, FAILED or RETRY
 * @param state of the task, since {@code stateSince}, when it was judged
 * @param verifier which told twice that it had gone silent; null: sent by a release before, as {@code looks} and {@code suspectedAt}
 * @param looks that said the same, the deciding one too
 * @param suspectedAt when the first of them was answered
 * @param replacedAt when the event was sent once more; null: it was not
 * @param settledAt when it was judged like any event; null: not yet
 * @param outcome as in the event log; {@code OVERTAKEN}: the task went on without it
 */
record RepairRow(
        long id,
        long inspection,
        int attempt,
        String kind,
        String eventId,
        String state,
        Instant stateSince,
        String reason,
        @Nullable String verifier,
        @Nullable Integer looks,
        @Nullable Instant suspectedAt,
        Instant createdAt,
        @Nullable Instant replacedAt,
        @Nullable Instant settledAt,
        @Nullable String outcome) {}
