package io.landfall.corridor;

import java.time.Duration;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;

import org.apache.camel.component.kafka.DefaultKafkaClientFactory;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecords;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.Producer;
import org.apache.kafka.common.TopicPartition;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.stereotype.Component;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.kafka.KafkaClientMetrics;

/** Kafka clients of the routes, with what they measure of themselves for as long as they live; no more than is of use. */
@Component
final class MeasuredKafkaClients extends DefaultKafkaClientFactory implements AutoCloseable {
    /** Of the some hundred numbers that each client has. */
    static final Set<String> KEPT = Set.of(
            "kafka.consumer.fetch.manager.records.lag.max",
            "kafka.consumer.fetch.manager.records.consumed.total",
            "kafka.consumer.fetch.manager.bytes.consumed.total",
            "kafka.consumer.fetch.manager.fetch.latency.avg",
            "kafka.consumer.coordinator.rebalance.total",
            "kafka.consumer.coordinator.failed.rebalance.total",
            "kafka.consumer.coordinator.commit.latency.avg",
            "kafka.consumer.time.between.poll.max",
            "kafka.producer.record.send.total",
            "kafka.producer.record.error.total",
            "kafka.producer.record.retry.total",
            "kafka.producer.request.latency.avg");

    private final MeterRegistry meters;
    private final MemberNames names;
    /** Clients make new meters as topics come; one thread looks for all. */
    private final ScheduledExecutorService looks =
            Executors.newSingleThreadScheduledExecutor(new CustomizableThreadFactory("kafka-meters-"));

    MeasuredKafkaClients(MeterRegistry meters, MemberNames names) {
        this.meters = meters;
        this.names = names;
    }

    @Override
    public Consumer<?, ?> getConsumer(Properties properties) {
        // those of one route come with the same properties, and each needs a name of its own
        Properties own = new Properties();
        own.putAll(properties);
        Membership membership = Membership.of(names, own.getProperty(ConsumerConfig.GROUP_ID_CONFIG));
        membership.tell(own);
        try {
            return new MeasuredConsumer(own, meters, looks, membership);
        } catch (RuntimeException e) {
            membership.end();
            throw e;
        }
    }

    @Override
    public Producer<?, ?> getProducer(Properties properties) {
        return new MeasuredProducer(properties, meters, looks);
    }

    @Override
    public void close() {
        looks.shutdownNow();
    }

    private static final class MeasuredConsumer extends KafkaConsumer<Object, Object> {
        private final KafkaClientMetrics measured;
        private final PollPatience patience = new PollPatience();
        private final OwedCommits owed = new OwedCommits();
        private final Membership membership;

        MeasuredConsumer(
                Properties properties, MeterRegistry meters, ScheduledExecutorService looks, Membership membership) {
            super(properties);
            this.membership = membership;
            measured = new KafkaClientMetrics(this, Set.of(), looks);
            measured.bindTo(meters);
        }

        @Override
        public ConsumerRecords<Object, Object> poll(Duration timeout) {
            ConsumerRecords<Object, Object> records =
                    patience.poll(() -> membership.watched(() -> super.poll(timeout)));
            membership.watch(() -> owed.settle(assignment(), super::commitSync));
            return records;
        }

        @Override
        public void commitSync(Map<TopicPartition, OffsetAndMetadata> offsets, Duration timeout) {
            membership.watch(() -> owed.commit(offsets, assignment(), all -> super.commitSync(all, timeout)));
        }

        @Override
        public void wakeup() {
            super.wakeup();
            patience.end();
        }

        @Override
        public void close() {
            measured.close();
            super.close();
            membership.end();
        }

        @Override
        public void close(Duration timeout) {
            measured.close();
            super.close(timeout);
            membership.end();
        }
    }

    private static final class MeasuredProducer extends KafkaProducer<Object, Object> {
        private final KafkaClientMetrics measured;

        MeasuredProducer(Properties properties, MeterRegistry meters, ScheduledExecutorService looks) {
            super(properties);
            measured = new KafkaClientMetrics(this, Set.of(), looks);
            measured.bindTo(meters);
        }

        @Override
        public void close() {
            measured.close();
            super.close();
        }

        @Override
        public void close(Duration timeout) {
            measured.close();
            super.close(timeout);
        }
    }
}
