package io.landfall.corridor;

import java.util.Objects;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.apache.camel.component.kafka.consumer.KafkaManualCommit;
import org.springframework.stereotype.Component;

/** Step commit-offsets: the batch is settled; its offsets are committed, partition by partition. */
@Component
final class CommitOffsets {
    private final Brake brake;

    CommitOffsets(Brake brake) {
        this.brake = brake;
    }

    @Handler
    void commit(Exchange exchange) {
        ReceivedBatch batch = Objects.requireNonNull(ReceivedBatch.carriedBy(exchange));
        batch.commits().values().forEach(KafkaManualCommit::commit);
        brake.done(batch.partitions());
    }
}
