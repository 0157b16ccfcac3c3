package io.landfall.land;

import java.util.List;
import java.util.Map;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.landfall.ledger.BadFilter;
import io.landfall.ledger.DeadLetterActions;
import io.landfall.ledger.NotAsExpected;
import io.landfall.stack.Wait;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** Dead letters that are sent again. */
class DeadLetterReplayIT {
    @RegisterExtension
    static final Landings OWNED = Landings.owned();

    private static final long LONG_AGO = 1_577_836_800_000L;
    private static final JsonNode AGAIN = JsonNodeFactory.instance.objectNode().put("again", true);

    private final Landing landing = OWNED.landing();
    private final DeadLetterActions actions = landing.part(DeadLetterActions.class);

    @Test
    void a_replay_that_applies_resolves_the_letter() {
        Fact late = Fact.of("late-task", "COMPLETED").patch("{\"a\":1}");
        RecordMetadata sent =
                landing.send(0, LONG_AGO, "late-task".getBytes(UTF_8), late.bytes(), header("traceparent", "00-abc"));
        Traces traces = landing.settled();
        assertThat(traces.letter(sent).reason()).isEqualTo("too-old");
        long letter = id(traces, sent);
        assertThat(actions.replay(letter, null, "ann")).isNotNull();
        untilResolved(traces, letter);
        landing.settled();
        assertThat(traces.row("late-task").state()).isEqualTo("ANALYZED");
        assertThat(traces.document("late-task").path("a").asInt()).isEqualTo(1);
        assertThat(outcomes(traces, letter)).containsExactly("APPLIED");
        assertThat(traces.letters("late-task")).hasSize(1);
        ConsumerRecord<byte[], byte[]> replay = traces.replays(landing.events(), letter);
        assertThat(replay.value()).isEqualTo(late.bytes());
        assertThat(replay.key()).isEqualTo("late-task".getBytes(UTF_8));
        assertThat(replay.headers().lastHeader("traceparent").value()).isEqualTo("00-abc".getBytes(UTF_8));
    }

    @Test
    void an_illegal_event_is_judged_again_and_not_taken_for_a_repeat() {
        Fact retry = Fact.of("forced", "RETRY").attempt(1).id("again-please");
        landing.send(Fact.of("forced", "COMPLETED").attempt(1), retry);
        Traces traces = landing.settled();
        long letter = traces.number("select id from dead_letter where task_id = 'forced'");
        actions.replay(letter, null, "ann");
        actions.replay(letter, AGAIN, "ann");
        untilTried(traces, letter, 2);
        assertThat(outcomes(traces, letter)).containsExactly("ILLEGAL", "ILLEGAL");
        assertThat(status(traces, letter)).isEqualTo("OPEN");
        assertThat(traces.outcomes("forced")).containsExactly("APPLIED", "ILLEGAL");
        traces.ledger()
                .update("insert into operator_action (operator, action, task_id, event_id)"
                        + " values ('ann', 'FORCE_RETRY', 'forced', 'again-please')");
        actions.replay(letter, null, "ann");
        untilResolved(traces, letter);
        assertThat(outcomes(traces, letter)).containsExactly("ILLEGAL", "ILLEGAL", "APPLIED");
        assertThat(traces.row("forced").state()).isEqualTo("TO_RETRY");
    }

    @Test
    void a_letter_that_fails_fifty_times_is_one_letter_of_constant_size_with_fifty_attempts() {
        RecordMetadata sent = landing.sendValue("fifty".getBytes(UTF_8));
        Traces traces = landing.settled();
        long letter = id(traces, sent);
        long letters = traces.number("select count(*) from dead_letter");
        Map<String, Object> before = row(traces, letter);
        for (int i = 0; i < 50; i++) {
            actions.replay(letter, AGAIN, "ann");
        }
        untilTried(traces, letter, 50);
        landing.settled();
        assertThat(traces.number("select count(*) from dead_letter")).isEqualTo(letters);
        Map<String, Object> after = row(traces, letter);
        assertThat(after.get("status")).isEqualTo("OPEN");
        after.put("replayed_at", before.get("replayed_at"));
        assertThat(after).usingRecursiveComparison().isEqualTo(before);
        assertThat(traces.ledger()
                        .queryForList(
                                "select distinct reason from dead_letter_attempt where dead_letter_id = ?",
                                String.class,
                                letter))
                .containsExactly("not-json");
    }

    @Test
    void a_replay_read_twice_is_one_attempt() {
        RecordMetadata sent = landing.sendValue("read-twice".getBytes(UTF_8));
        Traces traces = landing.settled();
        long letter = id(traces, sent);
        Map<TopicPartition, Long> here = landing.ends();
        actions.replay(letter, null, "ann");
        untilTried(traces, letter, 1);
        landing.settled();
        long received = traces.books().received();
        landing.replay(here);
        await().atMost(Wait.MOST).until(() -> traces.books().received() > received);
        landing.settled();
        assertThat(outcomes(traces, letter)).containsExactly("MALFORMED");
    }

    @Test
    void nobody_hides_a_record_behind_another_ones_letter() {
        RecordMetadata sent = landing.send(0, null, "k1".getBytes(UTF_8), "forged".getBytes(UTF_8));
        Traces traces = landing.settled();
        long letter = id(traces, sent);
        Header forged = header("landfall-dead-letter", Long.toString(letter));
        List<RecordMetadata> records = List.of(
                landing.send(0, null, "k1".getBytes(UTF_8), "other".getBytes(UTF_8), forged),
                landing.send(0, null, "k2".getBytes(UTF_8), "forged".getBytes(UTF_8), forged),
                landing.send(0, null, "k1".getBytes(UTF_8), null, forged),
                landing.sendValue("no-number".getBytes(UTF_8), header("landfall-dead-letter", "1e3")),
                landing.sendValue("no-letter".getBytes(UTF_8), header("landfall-dead-letter", "999999999999999999")),
                landing.sendValue("too-long".getBytes(UTF_8), header("landfall-dead-letter", "9".repeat(40))));
        Fact fine = Fact.of("fine", "COMPLETED");
        landing.send(0, null, "fine".getBytes(UTF_8), fine.bytes(), forged);
        landing.settled();
        assertThat(records)
                .allSatisfy(record -> assertThat(traces.letter(record)).isNotNull());
        assertThat(traces.row("fine").state()).isEqualTo("ANALYZED");
        assertThat(outcomes(traces, letter)).isEmpty();
        assertThat(status(traces, letter)).isEqualTo("OPEN");
    }

    @Test
    void one_that_is_given_up_waits_for_nobody_and_can_be_sent_again() {
        RecordMetadata sent = landing.send(0, null, "k9".getBytes(UTF_8), "hopeless".getBytes(UTF_8));
        Traces traces = landing.settled();
        long letter = id(traces, sent);
        traces.ledger()
                .update(
                        "insert into outbox (topic, replay_of, status, reason) values ('x', ?, 'BLOCKED', 'too large')",
                        letter);
        assertThatThrownBy(() -> actions.abandon(letter, null, "ann")).isInstanceOf(BadFilter.class);
        assertThat(actions.abandon(letter, why("its producer is gone"), "ann")).isNotNull();
        assertThat(row(traces, letter))
                .containsEntry("status", "ABANDONED")
                .containsEntry("closed_by", "ann")
                .containsEntry("closed_reason", "its producer is gone");
        assertThat(row(traces, letter).get("resolved_at")).isNotNull();
        assertThat(traces.number("select count(*) from outbox where status = 'BLOCKED' and replay_of = " + letter))
                .isZero();
        assertThat(traces.number("select count(*) from operator_action where action = 'dead-letters.abandon'"
                        + " and operator = 'ann' and detail = 'dead letter " + letter + ": its producer is gone'"))
                .isEqualTo(1);
        assertThatThrownBy(() -> actions.abandon(letter, why("again"), "ann"))
                .isInstanceOf(NotAsExpected.class)
                .hasMessageContaining("is ABANDONED");

        Header late = header("landfall-dead-letter", Long.toString(letter));
        landing.send(0, null, "k9".getBytes(UTF_8), "hopeless".getBytes(UTF_8), late);
        untilTried(traces, letter, 1);
        landing.settled();
        assertThat(status(traces, letter)).as("a replay that came late").isEqualTo("ABANDONED");

        actions.replay(letter, null, "bob");
        untilTried(traces, letter, 2);
        landing.settled();
        assertThat(row(traces, letter))
                .containsEntry("status", "OPEN")
                .containsEntry("closed_by", null)
                .containsEntry("closed_reason", null);
    }

    @Test
    void many_are_given_up_as_they_were_counted() {
        RecordMetadata one = landing.sendValue("[]".getBytes(UTF_8));
        RecordMetadata other = landing.sendValue("[1]".getBytes(UTF_8));
        Traces traces = landing.settled();
        ObjectNode filter = JsonNodeFactory.instance.objectNode().put("reason", "not-an-object");
        assertThat(actions.abandon(filter.deepCopy().put("dryRun", true), "ann").number())
                .isEqualTo(2);
        assertThatThrownBy(() ->
                        actions.abandon(filter.deepCopy().put("why", "no use").put("expected", 1), "ann"))
                .isInstanceOf(NotAsExpected.class);
        assertThat(status(traces, id(traces, one))).isEqualTo("OPEN");
        assertThatThrownBy(() -> actions.abandon(why("an empty filter"), "ann")).isInstanceOf(BadFilter.class);
        actions.abandon(filter.deepCopy().put("why", "no use").put("expected", 2), "ann");
        assertThat(status(traces, id(traces, one))).isEqualTo("ABANDONED");
        assertThat(status(traces, id(traces, other))).isEqualTo("ABANDONED");
    }

    private static ObjectNode why(String why) {
        return JsonNodeFactory.instance.objectNode().put("why", why);
    }

    @Test
    void a_tombstone_is_sent_again_as_one() {
        RecordMetadata sent = landing.send(1, null, "gone".getBytes(UTF_8), null);
        Traces traces = landing.settled();
        long letter = id(traces, sent);
        actions.replay(letter, null, "ann");
        untilTried(traces, letter, 1);
        assertThat(outcomes(traces, letter)).containsExactly("MALFORMED");
    }

    private static void untilTried(Traces traces, long letter, int times) {
        await().atMost(Wait.MOST).until(() -> outcomes(traces, letter).size() >= times);
        assertThat(outcomes(traces, letter)).hasSize(times);
    }

    private static void untilResolved(Traces traces, long letter) {
        await().atMost(Wait.MOST).until(() -> status(traces, letter).equals("RESOLVED"));
    }

    private static List<String> outcomes(Traces traces, long letter) {
        return traces.ledger()
                .queryForList(
                        "select outcome from dead_letter_attempt where dead_letter_id = ? order by number",
                        String.class,
                        letter);
    }

    private static String status(Traces traces, long letter) {
        return traces.ledger().queryForObject("select status from dead_letter where id = ?", String.class, letter);
    }

    private static Map<String, Object> row(Traces traces, long letter) {
        return traces.ledger().queryForMap("select * from dead_letter where id = ?", letter);
    }

    private static long id(Traces traces, RecordMetadata sent) {
        return traces.number(
                "select id from dead_letter where topic = ? and partition_no = ? and offset_no = ?",
                sent.topic(),
                sent.partition(),
                sent.offset());
    }

    private static Header header(String name, String value) {
        return new RecordHeader(name, value.getBytes(UTF_8));
    }
}
