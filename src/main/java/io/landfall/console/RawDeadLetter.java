package io.landfall.console;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.annotation.JsonRawValue;

/**
 * A dead letter as it came, unmasked; bytes in base64.
 *
 * @param payload null: the record was a tombstone
 * @param headers JSON: {@code [[name, base64 or null], ...]}
 */
record RawDeadLetter(
        long id, byte @Nullable [] key, byte @Nullable [] payload, @JsonRawValue @Nullable String headers) {}
