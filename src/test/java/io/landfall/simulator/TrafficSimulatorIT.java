package io.landfall.simulator;

import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.Optional;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

import io.landfall.stack.SharedStack;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class TrafficSimulatorIT {
    private static final String EVENTS = "traffic-it-events";
    private static final String CALLS = "traffic-it-calls";

    @Test
    void the_broker_has_every_record_that_was_counted_as_acknowledged() throws Exception {
        String brokers = SharedStack.get().bootstrapServers();
        try (Admin admin = Admin.create(Map.of("bootstrap.servers", brokers))) {
            admin.createTopics(List.of(topic(EVENTS), topic(CALLS))).all().get();
            TrafficOptions options = TrafficOptions.defaults().withRate(200).withTopics(EVENTS, CALLS);
            TrafficSimulator simulator = TrafficSimulator.start(brokers, options, Clock.systemUTC());
            try (simulator) {
                await().atMost(Wait.MOST).until(() -> simulator.counts().events() > 500);
            }
            TrafficSimulator.Counts counts = simulator.counts();
            assertThat(counts.refused()).isZero();
            assertThat(records(admin, EVENTS)).isEqualTo(counts.events());
            assertThat(records(admin, CALLS)).isEqualTo(counts.calls());
        }
    }

    private static NewTopic topic(String name) {
        return new NewTopic(name, Optional.of(1), Optional.of((short) 1));
    }

    private static long records(Admin admin, String topic) throws Exception {
        TopicPartition partition = new TopicPartition(topic, 0);
        ListOffsetsResultInfo end = admin.listOffsets(Map.of(partition, OffsetSpec.latest()))
                .partitionResult(partition)
                .get();
        return end.offset();
    }
}
