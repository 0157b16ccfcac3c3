package io.landfall.land;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.landfall.stack.Wait;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Messages that can't be sent as they are. */
class OutboxTroubleIT {
    @RegisterExtension
    static final Landings OWNED = Landings.owned();

    private final Landing landing = OWNED.landing();
    private final Traces traces = landing.traces();

    @Test
    void a_row_that_can_not_be_decoded_is_blocked_alone() {
        put("undecodable", "1", "[]");
        put("undecodable", "2", "{not headers");
        put("undecodable", "3", "[[\"trace\",\"YWJj\"]]");
        assertThat(sent("undecodable")).containsExactly("1", "3");
        assertThat(blocked("undecodable")).containsExactly("2: its headers can't be read");
        await().atMost(Wait.MOST).until(() -> traces.openAlarms("outbox-blocked") == 1);
        assertThat(traces.dispatchRecords()).anyMatch(record -> record.headers().lastHeader("trace") != null);
    }

    @Test
    void a_row_that_the_broker_refuses_is_blocked_alone_and_the_order_stays() {
        for (int i = 1; i <= 9; i++) {
            put("refused", i == 4 ? "x".repeat(3_000_000) : Integer.toString(i), null);
        }
        assertThat(sent("refused")).containsSubsequence("1", "2", "3", "5", "6", "7", "8", "9");
        assertThat(blocked("refused")).singleElement().satisfies(row -> assertThat(row)
                .contains("RecordTooLarge"));
    }

    @Test
    void a_topic_that_is_not_there_holds_up_no_other() {
        // the producer waits 10 s with each
        traces.ledger()
                .update(
                        "insert into outbox (topic, key, payload)"
                                + " select 'landing-owned-nowhere', convert_to(n::text, 'UTF8'), 'x' from generate_series(1, 50) n");
        put("beside", "1", null);
        assertThat(sent("beside")).containsExactly("1");
        assertThat(traces.number(
                        "select count(*) from outbox where topic = 'landing-owned-nowhere' and status = 'PENDING'"))
                .isEqualTo(50);
        traces.ledger().update("delete from outbox where topic = 'landing-owned-nowhere'");
    }

    @Test
    void a_topic_that_is_not_allowed_is_never_written_to() {
        traces.ledger().update("insert into outbox (topic, key, payload) values ('not-allowed', 'k', 'x')");
        await().atMost(Wait.MOST)
                .until(() ->
                        traces.number("select count(*) from outbox where topic = 'not-allowed' and status = 'BLOCKED'"
                                        + " and reason like '%landfall.outbox.topics%'")
                                == 1);
        landing.command("{\"command\":\"outbox.release\",\"filter\":{\"topic\":\"not-allowed\"},\"by\":\"ann\"}");
        await().atMost(Wait.MOST)
                .until(() -> traces.number("select count(*) from operator_action where operator = 'unverified:ann'"
                                + " and action = 'outbox.release' and affected = 1")
                        == 1);
        await().atMost(Wait.MOST).until(traces::isOutboxEmpty);
        assertThat(landing.hasTopic("not-allowed")).isFalse();
    }

    @Test
    void a_replay_that_can_not_be_sent_is_an_attempt_of_its_letter() {
        landing.sendValue("{\"taskId\":\"unsent\"}".getBytes(UTF_8));
        landing.settled();
        long letter = traces.number("select id from dead_letter where task_id = 'unsent'");
        traces.ledger().update("update dead_letter set status = 'REPLAYED' where id = ?", letter);
        traces.ledger()
                .update(
                        "insert into outbox (topic, key, replay_of, headers) values (?, 'k', ?, 'garbage')",
                        landing.events(),
                        letter);
        await().atMost(Wait.MOST)
                .until(() -> traces.number(
                                "select count(*) from dead_letter_attempt where dead_letter_id = ? and outcome = 'UNSENT'",
                                letter)
                        == 1);
        assertThat(traces.number("select count(*) from dead_letter where id = ? and status = 'OPEN'", letter))
                .isEqualTo(1);
    }

    private void put(String key, String payload, String headers) {
        traces.ledger()
                .update(
                        "insert into outbox (topic, key, payload, headers) values (?, ?, ?, ?)",
                        landing.dispatch(),
                        key.getBytes(UTF_8),
                        payload.getBytes(UTF_8),
                        headers == null ? null : headers.getBytes(UTF_8));
    }

    /** Under that key, when none waits any more. */
    private List<String> sent(String key) {
        await().atMost(Wait.MOST)
                .until(() -> traces.number(
                                "select count(*) from outbox where key = ? and status = 'PENDING'", key.getBytes(UTF_8))
                        == 0);
        return traces.dispatchRecords().stream()
                .filter(record -> record.key() != null && new String(record.key(), UTF_8).equals(key))
                .map(record -> new String(record.value(), UTF_8))
                .toList();
    }

    private List<String> blocked(String key) {
        return traces.ledger()
                .queryForList(
                        "select left(convert_from(payload, 'UTF8'), 10) || ': ' || reason from outbox"
                                + " where key = ? and status = 'BLOCKED'",
                        String.class,
                        (Object) key.getBytes(UTF_8));
    }
}
