package io.landfall.calls;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;

import io.landfall.outbox.KafkaConnection;
import io.landfall.stack.SharedStack;

import static org.assertj.core.api.Assertions.assertThat;

class CallTopicIT {
    private static final Duration SHORT = Duration.ofMillis(200);
    private static final Duration LONG = Duration.ofSeconds(30);

    private final String brokers = SharedStack.get().bootstrapServers();
    private final String name = "call-topic-it-" + UUID.randomUUID();

    @Test
    void a_log_that_is_not_there_or_that_nobody_ever_wrote_can_not_tell() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers));
                CallTopic topic = new CallTopic(new KafkaConnection(brokers, Map.of()), name, name)) {
            assertThat(topic.behind(SHORT)).contains("not there");
            create(admin);
            assertThat(topic.behind(SHORT)).contains("ever told");
        }
    }

    @Test
    void all_is_on_record_when_the_group_has_committed_all_partitions_to_their_ends() throws Exception {
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers));
                CallTopic topic = new CallTopic(new KafkaConnection(brokers, Map.of()), name, name)) {
            create(admin);
            send(0);
            send(1);
            send(1);
            assertThat(topic.behind(SHORT)).contains("3 records in 2 partitions");
            commit(admin, 0, 1);
            commit(admin, 1, 1);
            assertThat(topic.behind(SHORT)).contains("1 records in 1 partitions");
            commit(admin, 1, 2);
            assertThat(topic.behind(LONG)).isNull();
            send(0);
            assertThat(topic.behind(SHORT)).isNotNull();
        }
    }

    @Test
    void a_broker_that_does_not_answer_is_told_and_not_waited_for_for_ever() {
        try (CallTopic topic = new CallTopic(new KafkaConnection("127.0.0.1:1", Map.of()), name, name)) {
            assertThat(topic.behind(SHORT)).contains("broker");
        }
    }

    private void create(Admin admin) throws Exception {
        admin.createTopics(List.of(new NewTopic(name, Optional.of(2), Optional.empty())))
                .all()
                .get();
    }

    private void commit(Admin admin, int partition, long offset) throws Exception {
        admin.alterConsumerGroupOffsets(
                        name, Map.of(new TopicPartition(name, partition), new OffsetAndMetadata(offset)))
                .all()
                .get();
    }

    private void send(int partition) throws Exception {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", brokers), new ByteArraySerializer(), new ByteArraySerializer())) {
            producer.send(new ProducerRecord<>(name, partition, null, new byte[] {1}))
                    .get();
        }
    }
}
