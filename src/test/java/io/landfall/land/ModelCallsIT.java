package io.landfall.land;

import java.time.Instant;
import java.util.List;
import java.util.Map;

import org.apache.camel.ProducerTemplate;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.serialization.ByteArraySerializer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.landfall.console.Asked;
import io.landfall.inspection.Suspect;
import io.landfall.ledger.DeadLetterActions;
import io.landfall.stack.SharedStack;
import io.landfall.stack.Wait;
import io.landfall.state.TaskState;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What the topic of model calls tells, on record. */
class ModelCallsIT {
    @RegisterExtension
    static final Landings VERIFYING = Verifying.LANDINGS;

    private static final String RECORD = "record-model-calls";

    private final Landing landing = VERIFYING.landing();
    private final JdbcTemplate ledger = landing.part(JdbcTemplate.class);

    @Test
    void an_end_stays_however_often_and_in_whatever_order_a_call_is_told() {
        tell("order", 1, "c", "\"OK\",\"completedAt\":\"2026-03-09T10:00:01Z\",\"result\":{\"n\":1.50}");
        tell("order", 1, "c", "\"RUNNING\",\"model\":\"m\"");
        tell("order", 1, "c", "\"OK\",\"completedAt\":\"2026-03-09T10:00:01Z\",\"result\":{\"n\":2}");
        tell("order", 1, "c", "\"ERROR\",\"completedAt\":\"2026-03-09T10:00:00Z\",\"error\":{\"code\":\"late\"}");
        landing.callsRecorded();
        assertThat(row("order"))
                .containsEntry("outcome", "OK")
                .containsEntry("result", "{\"n\":1.50}")
                .containsEntry("error_code", null);
        tell(
                "order",
                1,
                "c",
                "\"ERROR\",\"completedAt\":\"2026-03-09T10:00:02Z\",\"error\":{\"code\":7,\"message\":\"a\\u0000b\"}");
        landing.callsRecorded();
        assertThat(row("order"))
                .containsEntry("outcome", "ERROR")
                .containsEntry("result", null)
                .containsEntry("error_code", "7")
                .containsEntry("error_message", "a\uFFFDb");
    }

    @Test
    void the_same_holds_within_one_batch() {
        landing.whileStopped(RECORD, () -> {
            tell("batch", 1, "c", "\"RUNNING\"");
            tell("batch", 1, "c", "\"OK\",\"result\":\"first\"");
            tell("batch", 1, "c", "\"OK\",\"result\":\"second\"");
            tell("batch", 1, "c", "\"RUNNING\"");
            tell("batch", 2, "c", "\"RUNNING\"");
        });
        landing.callsRecorded();
        assertThat(ledger.queryForList(
                        "select convert_from(result, 'UTF8') from model_call where task_id = 'batch' order by attempt",
                        String.class))
                .containsExactly("\"first\"", null);
    }

    @Test
    void a_result_over_the_bound_is_not_kept_and_the_task_is_done_all_the_same() {
        tell("large", 1, "c", "\"OK\",\"result\":\"" + "x".repeat(2_000) + "\"");
        landing.callsRecorded();
        assertThat(row("large")).containsEntry("result", null).containsEntry("result_size", 2_002);
        assertThat(verdict("large")).isEqualTo("DONE");
    }

    @Test
    void what_is_no_call_becomes_a_dead_letter_that_can_be_sent_again() {
        RecordMetadata sent = landing.call("k".getBytes(UTF_8), "{\"taskId\":\"letter-of-calls\"}".getBytes(UTF_8));
        tell("behind-it", 1, "c", "\"OK\"");
        landing.callsRecorded();
        assertThat(row("behind-it")).containsEntry("outcome", "OK");
        Map<String, Object> letter = ledger.queryForMap(
                "select id, reason, topic, offset_no, status from dead_letter where task_id = 'letter-of-calls'");
        assertThat(letter)
                .containsEntry("reason", "missing-field")
                .containsEntry("topic", landing.calls())
                .containsEntry("offset_no", sent.offset());
        landing.part(DeadLetterActions.class).replay((long) letter.get("id"), null, "ann");
        await().atMost(Wait.MOST)
                .until(() -> landing.traces()
                                .number("select count(*) from dead_letter_attempt where dead_letter_id = "
                                        + letter.get("id"))
                        == 1);
        assertThat(ledger.queryForMap(
                        "select outcome, topic from dead_letter_attempt where dead_letter_id = ?", letter.get("id")))
                .containsEntry("outcome", "MALFORMED")
                .containsEntry("topic", landing.calls());
        assertThat(ledger.queryForList(
                        "select status from dead_letter where task_id = 'letter-of-calls'", String.class))
                .containsExactly("OPEN");
    }

    @Test
    void what_is_told_of_a_deleted_task_is_not_kept() {
        landing.send(Fact.of("deleted", "STARTED"));
        landing.send(Fact.of("deleted", "DELETED"));
        landing.settled();
        tell("deleted", 1, "c", "\"OK\",\"result\":\"a secret\"");
        landing.callsRecorded();
        assertThat(ledger.queryForObject("select count(*) from model_call where task_id = 'deleted'", Long.class))
                .isZero();
    }

    @Test
    void the_calls_of_a_task_are_shown_with_it() {
        landing.send(Fact.of("shown", "STARTED"));
        tell("shown", 1, "c1", "\"RUNNING\",\"model\":\"whisper\",\"platform\":\"own\",\"final\":false");
        tell("shown", 2, "c2", "\"OK\",\"completedAt\":\"2026-03-09T10:00:01Z\",\"result\":[1.0]");
        landing.callsRecorded();
        landing.settled();
        JsonNode calls = Asked.get(landing.port(), "/api/tasks/shown").json().path("calls");
        assertThat(calls).hasSize(2);
        assertThat(calls.get(0).path("result").toString()).isEqualTo("[1.0]");
        assertThat(calls.get(1).path("callId").asText()).isEqualTo("c1");
        assertThat(calls.get(1).path("final").asBoolean(true)).isFalse();
        assertThat(calls.get(1).path("model").asText()).isEqualTo("whisper");
    }

    @Test
    void nothing_is_told_absent_while_calls_wait_in_the_topic() {
        landing.whileStopped(RECORD, () -> {
            tell("waiting", 1, "c", "\"OK\"");
            assertThat(verdict("waiting")).isEqualTo("UNKNOWN");
        });
        assertThat(verdict("waiting")).isEqualTo("DONE");
        assertThat(verdict("never-told")).isEqualTo("ABSENT");
    }

    /** The mark of a transaction's end takes an offset that nobody ever commits. */
    @Test
    void calls_told_in_a_transaction_are_not_waited_for_for_ever() {
        try (KafkaProducer<byte[], byte[]> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", SharedStack.get().bootstrapServers(), "transactional.id", "model-calls-it"),
                new ByteArraySerializer(),
                new ByteArraySerializer())) {
            producer.initTransactions();
            producer.beginTransaction();
            var unused = producer.send(new ProducerRecord<>(landing.calls(), call("in-transaction", 1, "c", "\"OK\"")));
            producer.commitTransaction();
        }
        await().atMost(Wait.MOST).until(() -> verdict("in-transaction").equals("DONE"));
        assertThat(verdict("never-told")).isEqualTo("ABSENT");
    }

    @Test
    void the_calls_of_a_group_are_found_by_an_index_among_many() throws Exception {
        ledger.update("insert into model_call (task_id, attempt, call_id, outcome)"
                + " select 'many-' || i, 1, 'c', 'OK' from generate_series(1, 100000) i on conflict do nothing");
        ledger.execute("analyze model_call");
        String sql = new ClassPathResource("sql/verify-call-log.sql").getContentAsString(UTF_8);
        String explain = "explain " + sql.replace(":?taskIds", "?").replace(":?attempts", "?");
        String plan = String.join(
                "\n",
                ledger.queryForList(explain, String.class, new String[] {"many-1", "many-2"}, new Integer[] {1, 1}));
        assertThat(plan).contains("model_call_pkey").doesNotContain("Seq Scan");
        ledger.update("delete from model_call where task_id like 'many-%'");
    }

    private String verdict(String taskId) {
        Instant then = Instant.parse("2026-03-09T10:00:00Z");
        Suspect suspect = new Suspect(taskId, 1, TaskState.ANALYZING, null, null, null, null, then, then);
        byte[] answer = landing.part(ProducerTemplate.class)
                .requestBody("direct:verify-call-log", List.of(suspect), byte[].class);
        try {
            return new ObjectMapper().readTree(answer).at("/0/verdict").asText();
        } catch (java.io.IOException e) {
            throw new AssertionError(e);
        }
    }

    private void tell(String taskId, int attempt, String callId, String rest) {
        landing.call(taskId.getBytes(UTF_8), call(taskId, attempt, callId, rest));
    }

    private static byte[] call(String taskId, int attempt, String callId, String rest) {
        return "{\"taskId\":\"%s\",\"attempt\":%d,\"callId\":\"%s\",\"outcome\":%s}"
                .formatted(taskId, attempt, callId, rest)
                .getBytes(UTF_8);
    }

    private Map<String, Object> row(String taskId) {
        return ledger.queryForMap(
                "select outcome, convert_from(result, 'UTF8') as result, result_size, error_code, error_message"
                        + " from model_call where task_id = ?",
                taskId);
    }
}
