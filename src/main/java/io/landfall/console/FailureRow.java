package io.landfall.console;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A record of a view write that did not land.
 *
 * @param taskId null for a failure of a whole index
 * @param fragment of the payload, masked
 * @param closedReason why a person gave it up
 */
record FailureRow(
        long id,
        String kind,
        @Nullable String taskId,
        String index,
        String operation,
        long version,
        String cause,
        String reason,
        @Nullable String field,
        String trigger,
        @Nullable String fragment,
        boolean truncated,
        String status,
        int retryCount,
        Instant firstAt,
        Instant lastAt,
        @Nullable Instant nextAttemptAt,
        @Nullable Instant closedAt,
        @Nullable String closedBy,
        @Nullable String closedReason) {}
