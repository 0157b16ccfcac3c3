package io.landfall.fault;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.clients.consumer.ConsumerConfig;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** I1: every record below a committed offset is logged, a dead letter, or byte-equal to a logged one. */
final class RecordsTruth {
    private final Site site;
    private final Set<String> known = new HashSet<>();
    private final Set<String> loggedHashes = new HashSet<>();

    RecordsTruth(Site site) {
        this.site = site;
    }

    List<String> differences() {
        readLedger();
        List<String> differences = new ArrayList<>();
        int seen = 0;
        for (ConsumerRecord<byte[], byte[]> record : committedRecords()) {
            seen++;
            String hash = text(sha256(record.value()));
            String position = position(record.partition(), record.offset(), record.timestamp(), hash);
            if (!known.contains(position) && !loggedHashes.contains(hash)) {
                differences.add("lost: record " + position + " of " + Arrays.toString(record.key()));
            }
        }
        if (seen == 0) {
            differences.add("no record was committed: nothing was checked");
        }
        return differences;
    }

    private void readLedger() {
        for (String table : List.of("task_event", "dead_letter")) {
            site.ledger()
                    .query(
                            "select partition_no, offset_no, record_at, hash from " + table + " where topic = ?",
                            row -> {
                                String hash = text(row.getBytes("hash"));
                                known.add(position(
                                        row.getInt("partition_no"),
                                        row.getLong("offset_no"),
                                        row.getTimestamp("record_at").getTime(),
                                        hash));
                                if (table.equals("task_event")) {
                                    loggedHashes.add(hash);
                                }
                            },
                            site.topic());
        }
    }

    private static String position(int partition, long offset, long timestamp, String hash) {
        return partition + "@" + offset + " of " + timestamp + " " + hash;
    }

    private static byte[] sha256(byte[] value) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(value == null ? new byte[0] : value);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String text(byte[] hash) {
        return Base64.getEncoder().encodeToString(hash);
    }

    private List<ConsumerRecord<byte[], byte[]>> committedRecords() {
        Map<TopicPartition, Long> committed = new HashMap<>();
        try (Offsets offsets = site.offsets();
                Consumer<byte[], byte[]> consumer = new KafkaConsumer<>(
                        Map.of(
                                ConsumerConfig.BOOTSTRAP_SERVERS_CONFIG,
                                Site.stack().bootstrapServers()),
                        new ByteArrayDeserializer(),
                        new ByteArrayDeserializer())) {
            committed.putAll(offsets.committed());
            consumer.assign(committed.keySet());
            consumer.seekToBeginning(committed.keySet());
            List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
            while (committed.entrySet().stream().anyMatch(end -> consumer.position(end.getKey()) < end.getValue())) {
                consumer.poll(Duration.ofMillis(500)).forEach(record -> {
                    if (record.offset() < committed.get(new TopicPartition(record.topic(), record.partition()))) {
                        records.add(record);
                    }
                });
            }
            return records;
        }
    }
}
