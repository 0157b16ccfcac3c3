package io.landfall.corridor;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.landfall.event.CallDelivery;
import io.landfall.event.CallReader;
import io.landfall.event.EventsConfiguration;
import io.landfall.ledger.LedgerClock;

/** Step read-calls: a batch of Kafka records becomes deliveries of model calls. The records' headers stay here. */
@Component
final class ReadCalls {
    private final CallReader reader = new CallReader();
    private final EventsConfiguration events;
    private final LedgerWait ledger;
    private final LedgerClock clock;
    private final Brake brake;

    ReadCalls(EventsConfiguration events, LedgerWait ledger, LedgerClock clock, Brake brake) {
        this.events = events;
        this.ledger = ledger;
        this.clock = clock;
        this.brake = brake;
    }

    @Handler
    @SuppressWarnings("unchecked")
    void read(Exchange exchange) {
        List<Exchange> records = exchange.getMessage().getBody(List.class);
        ReceivedBatch batch = ReceivedBatch.of(records);
        batch.carryOn(exchange);
        Patience patience = Patience.begin(exchange, events.maxPollInterval().dividedBy(2));
        brake.begin(batch.partitions(), patience);
        Instant now = ledger.until(patience, clock::now);
        List<CallDelivery> deliveries = new ArrayList<>(records.size());
        for (Exchange record : records) {
            deliveries.add(reader.read(KafkaSource.of(record.getMessage(), now)));
        }
        exchange.getMessage().removeHeaders("*");
        exchange.getMessage().setBody(deliveries);
    }
}
