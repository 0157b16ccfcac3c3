package io.landfall.calls;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.jspecify.annotations.Nullable;

import io.landfall.alarm.OneLine;
import io.landfall.outbox.KafkaConnection;

/**
 * Whether all that was in the topic of model calls at a moment is on record. Offsets are committed when their calls are, so
 * the group's offsets against the topic's ends tell exactly, whichever node receives, and even when none does. Never joins
 * the group. Serves one caller at a time; others wait for him.
 */
public final class CallTopic implements AutoCloseable {
    private static final Duration LOOK = Duration.ofMillis(50);
    private static final Duration ANSWER = Duration.ofSeconds(5);

    private final KafkaConnection connection;
    private final String topic;
    private final String group;
    private @Nullable Consumer<byte[], byte[]> consumer;
    private @Nullable Answer last;

    CallTopic(KafkaConnection connection, String topic, String group) {
        this.connection = connection;
        this.topic = topic;
        this.group = group;
    }

    /**
     * Waits, for {@code patience} at most, until all is on record that is in the topic now.
     *
     * @return null: it is. Else one line for people that says why not
     */
    public @Nullable String behind(Duration patience) {
        return answer(System.nanoTime(), patience).why;
    }

    /** Of those who wait for an answer under way, the first asks again, and the others take what he hears. */
    private synchronized Answer answer(long askedAt, Duration patience) {
        Answer known = last;
        if (known == null || known.endsAt - askedAt < 0) {
            known = new Answer(System.nanoTime(), look(patience));
            last = known;
        }
        return known;
    }

    private @Nullable String look(Duration patience) {
        long end = System.nanoTime() + patience.toNanos();
        try {
            Consumer<byte[], byte[]> asked = consumer();
            Map<TopicPartition, Long> ends = asked.endOffsets(partitions(asked));
            if (ends.isEmpty()) {
                return "the topic " + topic + " is not there";
            }
            if (ends.values().stream().allMatch(offset -> offset == 0)) {
                // a log that nobody writes knows of nothing, and what it does not know says nothing
                return "no call was ever told on the topic " + topic;
            }
            Map<TopicPartition, Long> beginnings = asked.beginningOffsets(ends.keySet());
            Map<TopicPartition, Long> open = missing(asked, beginnings, ends);
            while (!open.isEmpty()
                    && System.nanoTime() - end < 0
                    && !Thread.currentThread().isInterrupted()) {
                LockSupport.parkNanos(LOOK.toNanos());
                open = missing(asked, beginnings, ends);
            }
            open.entrySet().removeIf(gap -> hasNoRecords(asked, gap.getKey(), gap.getValue(), ends));
            return open.isEmpty() ? null : "calls in " + topic + " are not yet on record: " + told(open, ends);
        } catch (KafkaException e) {
            close();
            return OneLine.of("the broker does not say whether all calls are on record: " + e.getMessage());
        }
    }

    private Consumer<byte[], byte[]> consumer() {
        Consumer<byte[], byte[]> asked = consumer;
        if (asked == null) {
            asked = new KafkaConsumer<>(
                    connection.client(Map.of(
                            "group.id",
                            group,
                            "client.id",
                            group + "-reach",
                            "enable.auto.commit",
                            false,
                            "isolation.level",
                            "read_committed",
                            "allow.auto.create.topics",
                            false,
                            "auto.offset.reset",
                            "none",
                            "max.poll.records",
                            1,
                            "max.partition.fetch.bytes",
                            1_024,
                            "default.api.timeout.ms",
                            (int) ANSWER.toMillis())),
                    new ByteArrayDeserializer(),
                    new ByteArrayDeserializer());
            consumer = asked;
        }
        return asked;
    }

    private Set<TopicPartition> partitions(Consumer<byte[], byte[]> asked) {
        List<PartitionInfo> infos = asked.partitionsFor(topic);
        return infos == null
                ? Set.of()
                : infos.stream()
                        .map(info -> new TopicPartition(topic, info.partition()))
                        .collect(Collectors.toSet());
    }

    /** The partitions whose records are on record up to an offset before the end, with that offset. */
    private static Map<TopicPartition, Long> missing(
            Consumer<byte[], byte[]> asked, Map<TopicPartition, Long> beginnings, Map<TopicPartition, Long> ends) {
        Map<TopicPartition, OffsetAndMetadata> committed = asked.committed(ends.keySet());
        Map<TopicPartition, Long> open = new HashMap<>();
        ends.forEach((partition, end) -> {
            OffsetAndMetadata offset = committed.get(partition);
            long from = Math.max(offset == null ? 0 : offset.offset(), beginnings.getOrDefault(partition, 0L));
            if (from < end) {
                open.put(partition, from);
            }
        });
        return open;
    }

    /** Marks of transactions take offsets too, and nobody ever commits behind a last one. */
    private static boolean hasNoRecords(
            Consumer<byte[], byte[]> asked, TopicPartition partition, long from, Map<TopicPartition, Long> ends) {
        asked.assign(List.of(partition));
        try {
            asked.seek(partition, from);
            long end = ends.getOrDefault(partition, from);
            return asked.poll(ANSWER.dividedBy(5)).isEmpty() && asked.position(partition) >= end;
        } finally {
            asked.unsubscribe();
        }
    }

    private static String told(Map<TopicPartition, Long> open, Map<TopicPartition, Long> ends) {
        long records = open.entrySet().stream()
                .mapToLong(gap -> ends.getOrDefault(gap.getKey(), 0L) - gap.getValue())
                .sum();
        return records + " records in " + open.size() + " partitions";
    }

    /**
     * What was heard.
     *
     * @param endsAt the ends are of this moment or later
     * @param why null: all was on record
     */
    private record Answer(long endsAt, @Nullable String why) {}

    @Override
    public synchronized void close() {
        Consumer<byte[], byte[]> asked = consumer;
        consumer = null;
        if (asked != null) {
            asked.close(Duration.ofSeconds(1));
        }
    }
}
