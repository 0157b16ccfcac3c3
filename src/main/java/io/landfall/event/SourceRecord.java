package io.landfall.event;

import java.time.Instant;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * One Kafka record as it was delivered: the original bytes and where they came from.
 *
 * @param at the record's Kafka timestamp, or its arrival when it has none
 * @param key null: none
 * @param value null: a tombstone
 * @param headers the producer's headers: read for tracing, kept for dead letters only
 */
public record SourceRecord(
        String topic,
        int partition,
        long offset,
        Instant at,
        byte @Nullable [] key,
        byte @Nullable [] value,
        List<Header> headers) {

    /** One record header; its value may be null. */
    public record Header(String name, byte @Nullable [] value) {}

    /** {@code topic-partition@offset}, for logs and messages. */
    public String position() {
        return topic + "-" + partition + "@" + offset;
    }
}
