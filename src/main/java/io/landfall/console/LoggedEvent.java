package io.landfall.console;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.annotation.JsonRawValue;

/**
 * One delivery of an event as the ledger logged it.
 *
 * @param version the task's version after it; null unless it was applied
 * @param payload the event's JSON, masked; null when the events of the task are too large to be shown together
 * @param payloadSize in bytes, unmasked
 */
record LoggedEvent(
        String eventId,
        String type,
        @Nullable Integer attempt,
        @Nullable Long seq,
        String outcome,
        @Nullable String reason,
        @Nullable Long version,
        Instant loggedAt,
        String topic,
        int partition,
        long offset,
        Instant recordAt,
        int payloadSize,
        @Nullable @JsonRawValue String payload) {}
