package io.landfall.console;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.landfall.ledger.DeadLetterStatus;

/**
 * A record that can never be applied as it is.
 *
 * @param payloadSize in bytes; null: the record was a tombstone
 * @param key as text
 * @param replayedAt when it was last sent again
 * @param resolvedAt when a replay was applied, or it was given up
 * @param closedBy who gave it up; null: nobody did
 * @param closedReason why
 */
record DeadLetterRow(
        long id,
        String topic,
        int partition,
        long offset,
        Instant recordAt,
        String reason,
        String detail,
        @Nullable String taskId,
        @Nullable String key,
        @Nullable Integer payloadSize,
        Instant createdAt,
        DeadLetterStatus status,
        @Nullable Instant replayedAt,
        @Nullable Instant resolvedAt,
        @Nullable String closedBy,
        @Nullable String closedReason) {}
