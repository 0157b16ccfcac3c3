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
import io.landfall.event.TraceParent;
import io.landfall.ledger.LedgerClock;
import io.landfall.trace.Batch;
import io.landfall.trace.Traces;

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
    private final Traces traces;

    ReadEvents(
            EventReader reader,
            EventsConfiguration configuration,
            LedgerWait ledger,
            LedgerClock clock,
            Brake brake,
            Traces traces) {
        this.reader = reader;
        this.configuration = configuration;
        this.ledger = ledger;
        this.clock = clock;
        this.brake = brake;
        this.traces = traces;
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
        if (traces.isOn()) {
            exchange.setProperty(TracedRoutes.BATCH, traced(batch, deliveries));
        }
        exchange.getMessage().removeHeaders("*");
        exchange.getMessage().setBody(deliveries);
    }

    private Batch traced(ReceivedBatch batch, List<Delivery> deliveries) {
        List<Batch.Traced> records = new ArrayList<>();
        for (Delivery delivery : deliveries) {
            TraceParent parent = TraceParent.of(delivery.source().headers());
            if (parent != null) {
                records.add(new Batch.Traced(parent, delivery.taskId()));
            }
        }
        return new Batch(configuration.topic(), configuration.group(), batch.first(), batch.size(), records);
    }

    @SuppressWarnings("unchecked")
    private static List<Exchange> records(Exchange exchange) {
        return exchange.getMessage().getBody(List.class);
    }
}
