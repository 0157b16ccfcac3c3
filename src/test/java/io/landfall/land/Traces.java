package io.landfall.land;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.springframework.jdbc.core.DataClassRowMapper;
import org.springframework.jdbc.core.JdbcTemplate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.landfall.view.EsClient;

/** What a product under test left in its ledger, its view and its topics. */
final class Traces implements AutoCloseable {
    /** A row of {@code task}; {@code aged}: its times are the ledger's. */
    record Row(
            String indexName,
            String state,
            int attempt,
            long version,
            long landedVersion,
            boolean deleted,
            boolean aged) {
        boolean isLanded() {
            return version == landedVersion;
        }
    }

    record Logged(String eventId, String type, String outcome, String reason, Long version) {}

    record FailureSeen(
            long id, String status, String cause, String reason, String field, long version, String fragment) {}

    record Try(int number, String triggerName, int httpStatus, String cause, String reason) {}

    record Letter(String reason, String detail, String taskId, byte[] key, byte[] payload, byte[] headers) {}

    record Books(
            long received,
            long applied,
            long noEffect,
            long alreadyApplied,
            long stale,
            long illegal,
            long malformed) {}

    private final JdbcTemplate ledger;
    private final EsClient view;
    private final String brokers;
    private final String index;
    private final String deadLetters;
    private final String dispatch;
    private final String alarms;

    Traces(
            JdbcTemplate ledger,
            String elasticsearchUrl,
            String brokers,
            String index,
            String deadLetters,
            String dispatch,
            String alarms) {
        this.ledger = ledger;
        this.view = new EsClient(elasticsearchUrl);
        this.brokers = brokers;
        this.index = index;
        this.deadLetters = deadLetters;
        this.dispatch = dispatch;
        this.alarms = alarms;
    }

    JdbcTemplate ledger() {
        return ledger;
    }

    /** Straight to Elasticsearch, past the proxy. */
    EsClient view() {
        return view;
    }

    /** Null: no such task. */
    Row row(String taskId) {
        List<Row> rows = all(
                Row.class,
                """
                select *, deleted_at is not null as deleted,
                    created_at <= now() and state_since between created_at and now() as aged
                from task where task_id = ?
                """,
                taskId);
        return rows.isEmpty() ? null : rows.get(0);
    }

    /** In the order they were logged. */
    List<Logged> events(String taskId) {
        return all(
                Logged.class,
                "select * from task_event where task_id = ? order by logged_at, partition_no, offset_no",
                taskId);
    }

    List<String> outcomes(String taskId) {
        return events(taskId).stream().map(Logged::outcome).toList();
    }

    /** The source; a missing node: no document. */
    JsonNode document(String taskId) {
        return document(index, taskId);
    }

    JsonNode document(String in, String taskId) {
        String path = "/" + in + "/_doc/"
                + URLEncoder.encode(taskId, StandardCharsets.UTF_8).replace("+", "%20");
        return view.call("GET", path, null).path("_source");
    }

    List<FailureSeen> failures(String taskId) {
        return all(FailureSeen.class, "select * from failure where task_id = ? order by id", taskId);
    }

    List<Try> tries(FailureSeen failure) {
        return all(Try.class, "select * from failure_attempt where failure_id = ? order by number", failure.id());
    }

    /** Of that record; null: it is none. */
    Letter letter(RecordMetadata sent) {
        List<Letter> letters = all(
                Letter.class,
                "select * from dead_letter where topic = ? and partition_no = ? and offset_no = ?",
                sent.topic(),
                sent.partition(),
                sent.offset());
        return letters.isEmpty() ? null : letters.get(0);
    }

    List<Letter> letters(String taskId) {
        return all(Letter.class, "select * from dead_letter where task_id = ? order by id", taskId);
    }

    Books books() {
        return all(
                        Books.class,
                        """
                        select sum(received) as received, sum(applied) as applied, sum(no_effect) as no_effect,
                            sum(already_applied) as already_applied, sum(stale) as stale, sum(illegal) as illegal,
                            sum(malformed) as malformed
                        from books
                        """)
                .get(0);
    }

    long openAlarms(String key) {
        return number("select count(*) from alarm where alarm_key = ? and closed_at is null", key);
    }

    long number(String sql, Object... parameters) {
        return ledger.queryForObject(sql, Long.class, parameters);
    }

    boolean isOutboxEmpty() {
        return number("select count(*) from outbox where status = 'PENDING'") == 0;
    }

    List<ConsumerRecord<byte[], byte[]>> deadLetterRecords() {
        return records(deadLetters);
    }

    List<ConsumerRecord<byte[], byte[]>> dispatchRecords() {
        return records(dispatch);
    }

    /** The first record of a topic's partitions that says it is a replay of that letter. */
    ConsumerRecord<byte[], byte[]> replays(String topic, long letter) {
        return java.util.stream.IntStream.range(0, Landing.PARTITIONS)
                .boxed()
                .flatMap(partition -> records(new TopicPartition(topic, partition)).stream())
                .filter(record -> record.headers().lastHeader("landfall-dead-letter") != null
                        && new String(
                                        record.headers()
                                                .lastHeader("landfall-dead-letter")
                                                .value(),
                                        StandardCharsets.UTF_8)
                                .equals(Long.toString(letter)))
                .findFirst()
                .orElseThrow();
    }

    /** Of one alarm, as told, in order. */
    List<JsonNode> told(String alarmKey) {
        return records(alarms).stream()
                .map(record -> json(record.value()))
                .filter(alarm -> alarm.path("key").asText().equals(alarmKey))
                .toList();
    }

    private static JsonNode json(byte[] bytes) {
        try {
            return new ObjectMapper().readTree(bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All that is on a topic of one partition now. */
    private List<ConsumerRecord<byte[], byte[]>> records(String topic) {
        return records(new TopicPartition(topic, 0));
    }

    private List<ConsumerRecord<byte[], byte[]>> records(TopicPartition partition) {
        Properties client = new Properties();
        client.putAll(Map.of("bootstrap.servers", brokers, "auto.offset.reset", "earliest"));
        List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(client, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            consumer.assign(List.of(partition));
            consumer.seekToBeginning(List.of(partition));
            long end = consumer.endOffsets(List.of(partition)).get(partition);
            while (consumer.position(partition) < end) {
                consumer.poll(Duration.ofMillis(200)).forEach(records::add);
            }
        }
        return records;
    }

    private <T> List<T> all(Class<T> type, String sql, Object... parameters) {
        return ledger.query(sql, new DataClassRowMapper<>(type), parameters);
    }

    @Override
    public void close() throws IOException {
        view.close();
    }
}
