package io.landfall.outbox;

import org.jspecify.annotations.Nullable;

/**
 * A row to be sent.
 *
 * @param payload null: a tombstone
 * @param replayOf the dead letter whose key and payload it sends again; else null
 * @param deadLetter where the message comes from when it is a dead letter on its way to its topic; else null
 * @param headers the row's, or its dead letter's: JSON, {@code [[name, base64 or null], ...]}; null: none
 */
public record OutboxMessage(
        long id,
        String topic,
        byte @Nullable [] key,
        byte @Nullable [] payload,
        @Nullable Long replayOf,
        @Nullable Origin deadLetter,
        byte @Nullable [] headers) {

    /** What a dead letter was. */
    public record Origin(long deadLetterId, String reason, String topic, int partition, long offset, String at) {}
}
