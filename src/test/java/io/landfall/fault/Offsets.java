package io.landfall.fault;

import java.time.Duration;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Collectors;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionTimeoutException;

import io.landfall.stack.Wait;

/** A group on a topic, seen and moved from outside. */
public final class Offsets implements AutoCloseable {
    private static final int SECONDS = 20;

    private final Admin admin;
    private final String topic;
    private final String group;

    Offsets(String brokers, String topic, String group) {
        this.admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, brokers));
        this.topic = topic;
        this.group = group;
    }

    /** What is in the topic, by partition. */
    Map<TopicPartition, Long> ends() {
        return offsets(OffsetSpec.latest());
    }

    private Map<TopicPartition, Long> offsets(OffsetSpec spec) {
        Map<TopicPartition, OffsetSpec> wanted =
                get(admin.describeTopics(List.of(topic)).allTopicNames()).get(topic).partitions().stream()
                        .collect(Collectors.toMap(info -> new TopicPartition(topic, info.partition()), info -> spec));
        Map<TopicPartition, Long> offsets = new TreeMap<>(Comparator.comparingInt(TopicPartition::partition));
        get(admin.listOffsets(wanted).all()).forEach((partition, info) -> offsets.put(partition, info.offset()));
        return offsets;
    }

    /** The next record that the group would read, of the partitions that it ever committed. */
    Map<TopicPartition, Long> committed() {
        Map<TopicPartition, Long> committed = new HashMap<>();
        get(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata())
                .forEach((partition, offset) -> {
                    if (offset != null && partition.topic().equals(topic)) {
                        committed.put(partition, offset.offset());
                    }
                });
        return committed;
    }

    /** Records that are not committed. */
    public long lag() {
        Map<TopicPartition, Long> committed = committed();
        return ends().entrySet().stream()
                .mapToLong(end -> end.getValue() - committed.getOrDefault(end.getKey(), 0L))
                .sum();
    }

    /** Returns when everything that is in the topic now is committed. */
    public void awaitSettled(Duration within) {
        Map<TopicPartition, Long> ends = ends();
        try {
            Awaitility.await()
                    .atMost(within)
                    .pollInterval(Duration.ofMillis(200))
                    .until(() -> {
                        Map<TopicPartition, Long> committed = committed();
                        return ends.entrySet().stream()
                                .allMatch(end -> committed.getOrDefault(end.getKey(), 0L) >= end.getValue());
                    });
        } catch (ConditionTimeoutException e) {
            throw new AssertionError(
                    "not settled within " + within + ": ends " + ends + ", committed " + committed(), e);
        }
    }

    int members() {
        return get(admin.describeConsumerGroups(List.of(group)).all())
                .get(group)
                .members()
                .size();
    }

    /** How its members share the partitions. */
    String assignor() {
        return get(admin.describeConsumerGroups(List.of(group)).all())
                .get(group)
                .partitionAssignor();
    }

    /** Moves the group, which must have no members. */
    void moveTo(Map<TopicPartition, Long> offsets) {
        Map<TopicPartition, OffsetAndMetadata> wanted = new HashMap<>();
        offsets.forEach((partition, offset) -> wanted.put(partition, new OffsetAndMetadata(offset)));
        Awaitility.await()
                .atMost(Wait.MOST)
                .ignoreExceptions()
                .untilAsserted(
                        () -> get(admin.alterConsumerGroupOffsets(group, wanted).all()));
    }

    /** To the oldest record of each partition. */
    void moveToBeginning() {
        moveTo(offsets(OffsetSpec.earliest()));
    }

    /** Deletes the topic and returns when the broker has forgotten it. */
    void deleteTopic() {
        get(admin.deleteTopics(List.of(topic)).all());
        Awaitility.await().atMost(Wait.MOST).until(() -> !topics().contains(topic));
    }

    private Set<String> topics() {
        return get(admin.listTopics().names());
    }

    private static <T> T get(Future<T> answer) {
        try {
            return answer.get(SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        } catch (ExecutionException | TimeoutException e) {
            if (e.getCause() instanceof UnknownTopicOrPartitionException unknown) {
                throw unknown;
            }
            throw new IllegalStateException("the broker does not say: " + e, e);
        }
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(2));
    }
}
