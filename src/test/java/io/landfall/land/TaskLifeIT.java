package io.landfall.land;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;

import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.landfall.stack.Wait;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What tasks go through, from their first event to their document. */
class TaskLifeIT {
    @RegisterExtension
    static final Landings OWNED = Landings.owned();

    private final Landing landing = OWNED.landing();

    @Test
    void a_field_of_a_higher_seq_stays() {
        landing.send(
                Fact.stage("drafts", "ASR").attempt(1).seq(1).patch("{\"asr\":\"draft\"}"),
                Fact.of("drafts", "COMPLETED").attempt(1).seq(3).patch("{\"asr\":\"final\"}"),
                Fact.stage("drafts", "ASR").attempt(1).seq(2).patch("{\"asr\":\"better\"}"));
        JsonNode document = landing.settled().document("drafts");
        assertThat(document.path("asr").asText()).isEqualTo("final");
        assertThat(state(document)).isEqualTo("ANALYZED");
    }

    @Test
    void what_comes_after_the_end_lands_and_leaves_the_state() {
        landing.send(
                Fact.of("ended", "COMPLETED").attempt(1).seq(3).patch("{\"asr\":\"final\"}"),
                Fact.of("ended", "STARTED").attempt(1).seq(1),
                Fact.stage("ended", "LLM").attempt(1).seq(2).patch("{\"summary\":\"late\"}"));
        Traces traces = landing.settled();
        assertThat(traces.document("ended").path("summary").asText()).isEqualTo("late");
        assertThat(state(traces.document("ended"))).isEqualTo("ANALYZED");
        assertThat(traces.outcomes("ended")).containsExactly("APPLIED", "NO_EFFECT", "APPLIED");
    }

    @Test
    void every_event_three_times_and_shuffled_makes_the_same_document() {
        landing.send(story("in-order"));
        List<Fact> shuffled = new ArrayList<>();
        for (Fact fact : story("shuffled")) {
            shuffled.addAll(Collections.nCopies(3, fact));
        }
        Collections.shuffle(shuffled, new Random(14));
        landing.send(shuffled);
        Traces traces = landing.settled();
        assertThat(timeless(traces.document("shuffled"))).isEqualTo(timeless(traces.document("in-order")));
        assertThat(traces.events("shuffled")).hasSize(6);
    }

    private static List<Fact> story(String id) {
        return List.of(
                Fact.of(id, "SUBMITTED")
                        .attempt(1)
                        .seq(1)
                        .patch("{\"a\":1,\"b\":1}")
                        .text("taskType", "talk"),
                Fact.of(id, "STARTED").attempt(1).seq(2).patch("{\"b\":null}"),
                Fact.stage(id, "ASR")
                        .attempt(1)
                        .seq(3)
                        .patch("{\"c\":{\"x\":[1,2]}}")
                        .text("model", "m1"),
                Fact.stage(id, "LLM").attempt(1).seq(4).patch("{\"a\":2}").text("model", "m2"),
                Fact.of(id, "FAILED").attempt(1).seq(5).patch("{\"d\":\"x\"}"),
                Fact.of(id, "COMPLETED").attempt(1).seq(6).patch("{\"d\":\"done\"}"));
    }

    /** Fields in any order: who came first decides it. */
    private static JsonNode timeless(JsonNode document) {
        ObjectNode own = (ObjectNode) document.path("landfall");
        own.remove(List.of("version", "stateSince", "updatedAt"));
        return document;
    }

    @Test
    void a_retry_beyond_the_cap_is_one_alarm_and_the_task_stays_failed() {
        List<Fact> facts = new ArrayList<>();
        for (int attempt = 1; attempt <= 6; attempt++) {
            facts.add(Fact.of("tired", "STARTED"));
            facts.add(Fact.of("tired", "FAILED"));
            facts.add(Fact.of("tired", "RETRY").text("model", "m"));
        }
        List<RecordMetadata> sent = landing.send(facts);
        Traces traces = landing.relayed();
        assertThat(traces.row("tired").state()).isEqualTo("FAILED");
        assertThat(traces.row("tired").attempt()).isEqualTo(5);
        assertThat(traces.letter(sent.get(14)).reason()).isEqualTo("attempt-cap");
        assertThat(traces.letter(sent.get(17)).reason()).isEqualTo("attempt-cap");
        await().atMost(Wait.MOST).until(() -> traces.openAlarms("attempt-cap") == 1);
        assertThat(dispatched(traces, "tired"))
                .containsExactly(
                        "{\"taskId\":\"tired\",\"attempt\":2,\"model\":\"m\",\"reason\":\"attempt 1 is over\"}",
                        "{\"taskId\":\"tired\",\"attempt\":3,\"model\":\"m\",\"reason\":\"attempt 2 is over\"}",
                        "{\"taskId\":\"tired\",\"attempt\":4,\"model\":\"m\",\"reason\":\"attempt 3 is over\"}",
                        "{\"taskId\":\"tired\",\"attempt\":5,\"model\":\"m\",\"reason\":\"attempt 4 is over\"}");
    }

    private static List<String> dispatched(Traces traces, String taskId) {
        return traces.dispatchRecords().stream()
                .filter(message -> new String(message.key(), UTF_8).equals(taskId))
                .map(message -> new String(message.value(), UTF_8))
                .toList();
    }

    @Test
    void a_result_of_the_attempt_given_up_is_not_undone_by_a_failure_of_the_next() {
        landing.send(
                Fact.of("given-up", "STARTED").attempt(1),
                Fact.of("given-up", "RETRY").attempt(1),
                Fact.of("given-up", "COMPLETED").attempt(1).patch("{\"r\":1}"),
                Fact.of("given-up", "STARTED").attempt(2),
                Fact.of("given-up", "FAILED").attempt(2));
        Traces traces = landing.settled();
        assertThat(state(traces.document("given-up"))).isEqualTo("ANALYZED");
        assertThat(traces.document("given-up").path("r").asInt()).isEqualTo(1);
        assertThat(traces.row("given-up").attempt()).isEqualTo(2);
    }

    @Test
    void what_was_not_committed_comes_again_and_changes_nothing_but_the_books() {
        Map<TopicPartition, Long> before = landing.ends();
        landing.send(
                Fact.of("replayed", "RETRY"),
                Fact.of("replayed", "FAILED").patch("{\"why\":\"x\"}"),
                Fact.of("replayed-2", "SUBMITTED").id("shared-id"),
                Fact.of("replayed-3", "SUBMITTED").id("shared-id"));
        landing.sendValue("broken".getBytes(UTF_8));
        Traces traces = landing.relayed();
        Traces.Row row = traces.row("replayed");
        List<Traces.Logged> events = traces.events("replayed");
        long letters = traces.number("select count(*) from dead_letter");
        long received = traces.books().received();
        assertThat(row.state()).isEqualTo("FAILED");

        landing.replay(before);
        landing.relayed();
        await().atMost(Wait.MOST)
                .untilAsserted(() -> assertThat(traces.books().received()).isEqualTo(received + 5));
        assertThat(traces.row("replayed")).isEqualTo(row);
        assertThat(traces.events("replayed")).isEqualTo(events).hasSize(2);
        assertThat(traces.number("select count(*) from dead_letter")).isEqualTo(letters);
        assertThat(dispatched(traces, "replayed")).hasSize(1);
        assertThat(traces.outcomes("replayed-2")).containsExactly("APPLIED");
        assertThat(traces.outcomes("replayed-3")).containsExactly("APPLIED");
    }

    @Test
    void an_event_id_that_comes_with_other_bytes_is_a_dead_letter() {
        landing.send(Fact.of("reused", "SUBMITTED").id("once").patch("{\"a\":1}"));
        List<RecordMetadata> sent =
                landing.send(Fact.of("reused", "COMPLETED").id("once").patch("{\"a\":2}"));
        Traces traces = landing.settled();
        assertThat(traces.letter(sent.get(0)).reason()).isEqualTo("event-id-reused");
        assertThat(traces.letter(sent.get(0)).taskId()).isEqualTo("reused");
        assertThat(traces.document("reused").path("a").asInt()).isEqualTo(1);
        assertThat(traces.events("reused")).hasSize(1);
    }

    @Test
    void a_deleted_task_is_gone_from_the_view_and_stays_so() {
        landing.send(Fact.of("gone", "COMPLETED").patch("{\"secret\":\"x\"}"), Fact.of("gone", "STARTED"));
        assertThat(landing.settled().document("gone").isMissingNode()).isFalse();
        landing.send(Fact.of("gone", "DELETED"));
        Traces traces = landing.settled();
        assertThat(traces.document("gone").isMissingNode()).isTrue();
        assertThat(traces.row("gone").deleted()).isTrue();
        assertThat(traces.row("gone").isLanded()).isTrue();
        landing.send(
                Fact.of("gone", "COMPLETED").patch("{\"secret\":\"again\"}"),
                Fact.of("gone", "RETRY"),
                Fact.of("gone", "DELETED"));
        landing.settled();
        assertThat(traces.document("gone").isMissingNode()).isTrue();
        assertThat(traces.outcomes("gone"))
                .containsExactly("APPLIED", "NO_EFFECT", "APPLIED", "STALE", "STALE", "NO_EFFECT");
        assertThat(
                        traces.number(
                                "select count(*) from task_content where task_id = 'gone' and position('secret' in encode(content, 'escape')) > 0"))
                .isZero();
    }

    @Test
    void born_and_deleted_in_one_batch_leaves_no_document() {
        landing.whileNotReceiving(() -> landing.send(
                Fact.of("short-lived", "SUBMITTED").patch("{\"a\":1}"), Fact.of("short-lived", "DELETED")));
        Traces traces = landing.settled();
        assertThat(traces.document("short-lived").isMissingNode()).isTrue();
        assertThat(traces.row("short-lived").isLanded()).isTrue();
    }

    private static String state(JsonNode document) {
        return document.path("landfall").path("state").asText();
    }
}
