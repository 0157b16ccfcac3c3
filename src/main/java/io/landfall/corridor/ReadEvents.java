package io.landfall.corridor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.landfall.event.Delivery;
import io.landfall.event.EventReader;
import io.landfall.event.EventsConfiguration;
import io.landfall.ledger.LedgerClock;

/**
 * Step read-events: a batch of Kafka records becomes deliveries. The records' headers stay here: Camel components obey
 * headers, and whoever may produce must not steer them.
 */
@Component
final class ReadEvents {
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
            deliveries.add(reader.read(KafkaSource.of(record.getMessage(), now), now));
        }
        exchange.getMessage().removeHeaders("*");
        exchange.getMessage().setBody(deliveries);
    }

    @SuppressWarnings("unchecked")
    private static List<Exchange> records(Exchange exchange) {
        return exchange.getMessage().getBody(List.class);
    }
}
