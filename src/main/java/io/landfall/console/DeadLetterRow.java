package io.landfall.console;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;

/**
 * A record that can never be applied as it is.
 *
 * @param payloadSize in bytes; null: the record was a tombstone
 * @param key as text
 * @param payload only when asked for by id: JSON, masked, or a JSON string when it is not readable JSON
 * @param headers only when asked for by id: JSON, {@code [[name, base64 or null], ...]}
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
        @JsonInclude(JsonInclude.Include.NON_NULL) @JsonRawValue @Nullable String payload,
        @JsonInclude(JsonInclude.Include.NON_NULL) @JsonRawValue @Nullable String headers) {}
