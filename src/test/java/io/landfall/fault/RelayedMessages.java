package io.landfall.fault;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Numbered messages of the outbox, by the last digits of their number spread over keys, and what of them lies in their topic.
 *
 * @param records all that is there, repeated ones too
 * @param lost messages that are not there
 * @param early messages that came before an earlier one of their key had come for the first time
 */
public record RelayedMessages(long records, long lost, long early) {
    public static final int KEYS = 1_000;

    private static final String WRITE =
            """
            insert into outbox (topic, key, payload)
            select ?, convert_to('key-' || n % ?, 'UTF8'), convert_to(n || ' ' || repeat('x', 300), 'UTF8')
            from generate_series(?, ?) n order by n
            """;

    /** Writes those from the first to the last number. */
    public static void write(JdbcTemplate ledger, String topic, int first, int last) {
        ledger.update(WRITE, topic, KEYS, first, last);
    }

    /** What became of messages 1 to {@code messages}. */
    public static RelayedMessages in(String brokers, String topic, int partitionCount, int messages) {
        boolean[] seen = new boolean[messages + KEYS + 1];
        int[] next = IntStream.range(0, KEYS).map(key -> key == 0 ? KEYS : key).toArray();
        long records = 0;
        long early = 0;
        List<TopicPartition> partitions = IntStream.range(0, partitionCount)
                .mapToObj(partition -> new TopicPartition(topic, partition))
                .toList();
        try (Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                Map.of("bootstrap.servers", brokers), new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(one -> consumer.position(one) < ends.get(one))) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofSeconds(1))) {
                    records++;
                    int number = number(record.value());
                    int key = number % KEYS;
                    early += !seen[number] && number != next[key] ? 1 : 0;
                    seen[number] = true;
                    while (seen[next[key]]) {
                        next[key] += KEYS;
                    }
                }
            }
        }
        long lost = IntStream.rangeClosed(1, messages)
                .filter(number -> !seen[number])
                .count();
        return new RelayedMessages(records, lost, early);
    }

    private static int number(byte[] value) {
        int number = 0;
        for (int i = 0; value[i] != ' '; i++) {
            number = number * 10 + value[i] - '0';
        }
        return number;
    }
}
