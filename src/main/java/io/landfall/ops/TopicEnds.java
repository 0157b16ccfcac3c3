package io.landfall.ops;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.springframework.stereotype.Component;

import io.landfall.audit.PartitionEnds;

/** Asks the broker where partitions end, for the audit. */
@Component
final class TopicEnds implements PartitionEnds {
    private static final int SECONDS = 15;

    private final BrokerProbe broker;

    TopicEnds(BrokerProbe broker) {
        this.broker = broker;
    }

    @Override
    public Map<Integer, Long> of(String topic) throws IOException {
        try {
            return ends(broker.admin(), topic);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException) {
                return Map.of();
            }
            throw new IOException("the broker does not say where " + topic + " ends: " + e.getMessage(), e);
        } catch (TimeoutException e) {
            throw new IOException("the broker does not say in time where " + topic + " ends", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static Map<Integer, Long> ends(Admin admin, String topic)
            throws ExecutionException, InterruptedException, TimeoutException {
        Map<TopicPartition, OffsetSpec> wanted = new HashMap<>();
        for (TopicDescription description : admin.describeTopics(List.of(topic))
                .allTopicNames()
                .get(SECONDS, TimeUnit.SECONDS)
                .values()) {
            description
                    .partitions()
                    .forEach(one -> wanted.put(new TopicPartition(topic, one.partition()), OffsetSpec.latest()));
        }
        Map<Integer, Long> ends = new HashMap<>();
        admin.listOffsets(wanted)
                .all()
                .get(SECONDS, TimeUnit.SECONDS)
                .forEach((partition, info) -> ends.put(partition.partition(), info.offset()));
        return ends;
    }
}
