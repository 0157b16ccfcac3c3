package io.landfall.bench;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ConsumerGroupDescription;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.ConsumerGroupState;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.GroupIdNotFoundException;

/** A consumer group seen from outside: when it began to read a topic, and when it was done with it. */
final class Group implements AutoCloseable {
    private final Admin admin;
    private final String name;
    private final Map<TopicPartition, Long> ends;

    Group(String brokers, String name, String topic) throws InterruptedException, ExecutionException {
        this.admin = Admin.create(Map.of("bootstrap.servers", brokers));
        this.name = name;
        Map<TopicPartition, OffsetSpec> wanted = IntStream.range(0, Topics.PARTITIONS)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
        this.ends = admin.listOffsets(wanted).all().get().entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().offset()));
    }

    /** Whether members have been given partitions of the topic. */
    boolean isReading() throws InterruptedException, ExecutionException {
        return members() > 0;
    }

    /** Members that have been given partitions of the topic; none while they are being shared out. */
    long members() throws InterruptedException, ExecutionException {
        ConsumerGroupDescription group;
        try {
            group = admin.describeConsumerGroups(List.of(name)).all().get().get(name);
        } catch (ExecutionException e) {
            // newer clients throw this where older ones describe a dead group
            if (e.getCause() instanceof GroupIdNotFoundException) {
                return 0;
            }
            throw e;
        }
        if (group.state() != ConsumerGroupState.STABLE) {
            return 0;
        }
        return group.members().stream()
                .filter(member -> member.assignment().topicPartitions().stream().anyMatch(ends::containsKey))
                .count();
    }

    /** Records not yet committed, over all partitions. */
    long lag() throws InterruptedException, ExecutionException {
        Map<TopicPartition, OffsetAndMetadata> committed = admin.listConsumerGroupOffsets(name)
                .partitionsToOffsetAndMetadata()
                .get();
        return ends.entrySet().stream()
                .mapToLong(end -> {
                    OffsetAndMetadata offset = committed.get(end.getKey());
                    return end.getValue() - (offset == null ? 0 : offset.offset());
                })
                .sum();
    }

    @Override
    public void close() {
        admin.close(Duration.ofSeconds(2));
    }
}
