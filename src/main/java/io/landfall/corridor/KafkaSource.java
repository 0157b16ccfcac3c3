package io.landfall.corridor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.apache.camel.Message;
import org.apache.camel.component.kafka.KafkaConstants;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;

import io.landfall.event.SourceRecord;

/** A Kafka record as the component hands it over, made into one that knows nothing of Camel. */
final class KafkaSource {
    /** A topic may take records of any time; what no table holds must not hold up its partition. */
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

    private static final Header[] NO_HEADERS = {};

    private KafkaSource() {}

    /** The record; one without a time is of {@code now}. */
    static SourceRecord of(Message message, Instant now) {
        Long timestamp = message.getHeader(KafkaConstants.TIMESTAMP, Long.class);
        return new SourceRecord(
                message.getHeader(KafkaConstants.TOPIC, String.class),
                message.getHeader(KafkaConstants.PARTITION, Integer.class),
                message.getHeader(KafkaConstants.OFFSET, Long.class),
                at(timestamp, now),
                (byte[]) message.getHeader(KafkaConstants.KEY),
                (byte[]) message.getBody(),
                headers(message.getHeader(KafkaConstants.HEADERS, Headers.class)));
    }

    private static Instant at(@Nullable Long timestamp, Instant now) {
        if (timestamp == null || timestamp < 0) {
            return now;
        }
        return timestamp > LATEST.toEpochMilli() ? LATEST : Instant.ofEpochMilli(timestamp);
    }

    private static List<SourceRecord.Header> headers(@Nullable Headers headers) {
        Header[] found = headers == null ? NO_HEADERS : headers.toArray();
        if (found.length == 0) {
            return List.of();
        }
        List<SourceRecord.Header> all = new ArrayList<>(found.length);
        for (Header header : found) {
            all.add(new SourceRecord.Header(header.key(), header.value()));
        }
        return all;
    }
}
