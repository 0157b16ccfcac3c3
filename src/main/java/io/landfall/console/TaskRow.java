package io.landfall.console;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.annotation.JsonRawValue;

/**
 * A row of the ledger's table {@code task}, without its marks. Times are the ledger's.
 *
 * @param unlanded whether the view has not acknowledged {@code version}
 * @param error JSON, masked
 * @param deletedAt null: it lives
 */
record TaskRow(
        String taskId,
        String index,
        String state,
        int attempt,
        long version,
        long landedVersion,
        boolean unlanded,
        long highestSeq,
        @Nullable @JsonRawValue String error,
        @Nullable String taskType,
        @Nullable String model,
        @Nullable String platform,
        @Nullable String callId,
        Instant createdAt,
        Instant stateSince,
        Instant updatedAt,
        @Nullable Instant dueAt,
        @Nullable Instant deletedAt) {}
