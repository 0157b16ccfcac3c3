package io.landfall.outbox;

import org.jspecify.annotations.Nullable;

/**
 * A row to be sent.
 *
 * @param payload null: a tombstone
 * @param deadLetter where the message comes from when it is a dead letter; else null
 */
public record OutboxMessage(
        long id, String topic, byte @Nullable [] key, byte @Nullable [] payload, @Nullable Origin deadLetter) {

    /**
     * What a dead letter was.
     *
     * @param headers JSON: {@code [[name, base64 or null], ...]}
     */
    public record Origin(
            long deadLetterId, String reason, String topic, int partition, long offset, String at, byte[] headers) {}
}
