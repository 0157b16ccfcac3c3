package io.landfall.corridor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.apache.camel.Message;
import org.apache.camel.component.kafka.KafkaConstants;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.Headers;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import io.landfall.event.Delivery;
import io.landfall.event.EventReader;
import io.landfall.event.EventsConfiguration;
import io.landfall.event.SourceRecord;
import io.landfall.ledger.LedgerClock;

/**
 * Step read-events: a batch of Kafka records becomes deliveries. The records' headers stay here: Camel components obey
 * headers, and whoever may produce must not steer them.
 */
@Component
final class ReadEvents {
    /** A topic may take records of any time; what no table holds must not hold up its partition. */
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999Z");

    private static final Header[] NO_HEADERS = {};

    private final EventReader reader;
    private final EventsConfiguration configuration;
    private final LedgerWait ledger;
    private final LedgerClock clock;
    private final Brake brake;

    ReadEvents(
            EventReader reader, EventsConfiguration configuration, LedgerWait ledger, LedgerClock clock, Brake brake) {
        this.reader = reader;
        this.configuration = configuration;
        this.ledger = ledger;
        this.clock = clock;
        this.brake = brake;
    }

    @Handler
    void read(Exchange exchange) {
        List<Exchange> records = records(exchange);
        ReceivedBatch batch = ReceivedBatch.of(records);
        batch.carryOn(exchange);
        Patience patience =
                Patience.begin(exchange, configuration.maxPollInterval().dividedBy(2));
        brake.begin(batch.partitions(), patience);
        Instant now = ledger.until(patience, clock::now);
        List<Delivery> deliveries = new ArrayList<>(records.size());
        for (Exchange record : records) {
            deliveries.add(reader.read(source(record.getMessage(), now), now));
        }
        exchange.getMessage().removeHeaders("*");
        exchange.getMessage().setBody(deliveries);
    }

    @SuppressWarnings("unchecked")
    private static List<Exchange> records(Exchange exchange) {
        return exchange.getMessage().getBody(List.class);
    }

    private static SourceRecord source(Message message, Instant now) {
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

    private static List<SourceRecord.Header> headers(Headers headers) {
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
