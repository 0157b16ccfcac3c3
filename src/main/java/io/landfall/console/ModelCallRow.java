package io.landfall.console;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonRawValue;

/**
 * What is known of one model call.
 *
 * @param last whether its end is the end of the attempt; null: not told
 * @param completedAt by the platform's clock
 * @param result JSON, masked; null when there is none, when it is not kept, or when the results of the task are too large to
 *     be shown together
 * @param resultSize in bytes, unmasked, also of one that is not kept
 * @param toldAt when the call was first told of, by the ledger's clock
 */
record ModelCallRow(
        int attempt,
        String callId,
        @Nullable String platform,
        @Nullable String model,
        String outcome,
        @JsonProperty("final") @Nullable Boolean last,
        @Nullable Instant completedAt,
        @Nullable @JsonRawValue String result,
        @Nullable Long resultSize,
        @Nullable String errorCode,
        @Nullable String errorMessage,
        Instant toldAt,
        Instant updatedAt) {}
