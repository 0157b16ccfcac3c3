package io.landfall.console;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import com.fasterxml.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** What operators do over HTTP: failures tried again or given up, dead letters sent again. */
@SpringBootTest(classes = ReadingApp.class, webEnvironment = WebEnvironment.RANDOM_PORT)
class SteeringIT {
    @LocalServerPort
    private int port;

    @Autowired
    private JdbcTemplate ledger;

    private TestRows rows;

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry registry) {
        ReadingApp.on("steering_it", registry);
    }

    @BeforeEach
    void nothing_there() {
        rows = new TestRows(ledger);
        rows.clear();
        ledger.update("truncate operator_action, outbox");
    }

    @Test
    void a_body_that_is_too_large_is_refused_unread() {
        String large = "{\"ids\": [1" + ",1".repeat(1 << 19) + "]}";
        Asked told = post("/api/failures/retry", large);
        assertThat(told.status()).as(told.body()).isEqualTo(413);
        assertThat(told.contentType()).isEqualTo("application/problem+json");
        assertThat(Asked.stream(port, "/api/failures/retry", large).status()).isEqualTo(411);
        assertThat(actions()).isZero();
    }

    @Test
    void a_retried_failure_is_due_now_with_a_new_allowance_of_tries() {
        long id = rows.failure("t1", "EXHAUSTED", "r", "{}");
        ledger.update("update failure set retry_count = 8 where id = ?", id);
        Asked asked = post("/api/failures/" + id + "/retry", "");
        assertThat(asked.status()).as(asked.body()).isEqualTo(200);
        assertThat(asked.json().at("/number").asInt()).isEqualTo(1);
        assertThat(row(id)).containsEntry("status", "PENDING").containsEntry("cap_from", 8);
        assertThat(ledger.queryForObject(
                        "select next_attempt_at <= now() from failure where id = ?", Boolean.class, id))
                .isTrue();
        JsonNode action = Asked.get(port, "/api/operator-actions").json().at("/items/0");
        assertThat(action.at("/operator").asText()).isEqualTo("admin");
        assertThat(action.at("/action").asText()).isEqualTo("failures.retry");
        assertThat(action.at("/detail").asText()).isEqualTo("failure " + id);
        assertThat(action.at("/affected").asInt()).isEqualTo(1);
    }

    @Test
    void a_failure_that_is_given_up_names_the_person_and_the_reason() {
        long id = rows.failure("t1", "PERMANENT", "r", "{}");
        assertThat(post("/api/failures/" + id + "/abandon", "{}").status()).isEqualTo(400);
        assertThat(row(id)).containsEntry("status", "PERMANENT");
        Asked asked = post("/api/failures/" + id + "/abandon", "{\"reason\":\"the caller has left\"}");
        assertThat(asked.status()).as(asked.body()).isEqualTo(200);
        JsonNode failure = Asked.get(port, "/api/failures/" + id).json();
        assertThat(failure.at("/status").asText()).isEqualTo("ABANDONED");
        assertThat(failure.at("/closedBy").asText()).isEqualTo("admin");
        assertThat(failure.at("/closedReason").asText()).isEqualTo("the caller has left");
        assertThat(failure.at("/closedAt").isTextual()).isTrue();
    }

    @ParameterizedTest
    @CsvSource({"CLAIMED,retry", "RESOLVED,retry", "ABANDONED,retry", "RESOLVED,abandon", "SUPERSEDED,abandon"})
    void what_is_not_legal_from_there_is_a_conflict_and_changes_nothing(String status, String action) {
        long id = rows.failure("t1", status, "r", "{}");
        Map<String, Object> before = row(id);
        Asked asked = post("/api/failures/" + id + "/" + action, action.equals("abandon") ? "{\"reason\":\"x\"}" : "");
        assertThat(asked.status()).isEqualTo(409);
        assertThat(asked.contentType()).startsWith("application/problem+json");
        assertThat(asked.json().at("/detail").asText()).contains(String.valueOf(id), status);
        assertThat(row(id)).isEqualTo(before);
        assertThat(actions()).isZero();
    }

    @Test
    void an_option_that_an_action_does_not_take_is_refused() {
        long id = rows.failure("t1", "PERMANENT", "r", "{}");
        assertThat(post("/api/failures/" + id + "/retry", "{\"dryRun\":true}").status())
                .isEqualTo(400);
        assertThat(post("/api/compensation/pause", "{\"dryRun\":true}").status())
                .isEqualTo(400);
        assertThat(row(id)).containsEntry("status", "PERMANENT");
        assertThat(actions()).isZero();
    }

    @Test
    void an_unknown_failure_is_not_found() {
        assertThat(post("/api/failures/77/retry", "").status()).isEqualTo(404);
        assertThat(post("/api/failures/77/abandon", "{\"reason\":\"x\"}").status())
                .isEqualTo(404);
    }

    @Test
    void a_filter_chooses_what_is_tried_again_and_leaves_what_a_run_holds() {
        long permanent = rows.failure("a", "PERMANENT", "r", "{}");
        long claimed = rows.failure("b", "CLAIMED", "r", "{}");
        long pending = rows.failure("c", "PENDING", "r", "{}");
        long closed = rows.failure("d", "ABANDONED", "r", "{}");
        ledger.update("update failure set cause = 'throttled' where id = ?", pending);
        Asked dry = post("/api/failures/retry", "{\"cause\":\"mapping\",\"dryRun\":true}");
        assertThat(dry.json().at("/number").asInt()).isEqualTo(1);
        assertThat(row(permanent)).containsEntry("status", "PERMANENT");
        assertThat(actions()).isZero();
        Asked asked = post("/api/failures/retry", "{\"cause\":\"mapping\",\"index\":\"tasks\"}");
        assertThat(asked.json().at("/number").asInt()).as(asked.body()).isEqualTo(1);
        assertThat(row(permanent)).containsEntry("status", "PENDING");
        assertThat(row(claimed)).containsEntry("status", "CLAIMED");
        assertThat(row(closed)).containsEntry("status", "ABANDONED");
        JsonNode action = Asked.get(port, "/api/operator-actions").json().at("/items/0");
        assertThat(action.at("/filter/cause").asText()).isEqualTo("mapping");
        assertThat(action.at("/affected").asInt()).isEqualTo(1);
    }

    @Test
    void everything_must_be_meant() {
        rows.failure("a", "PENDING", "r", "{}");
        rows.failure("b", "EXHAUSTED", "r", "{}");
        rows.failure("c", "PERMANENT", "r", "{}");
        assertThat(post("/api/failures/retry", "").status()).isEqualTo(400);
        assertThat(post("/api/failures/retry", "{}").json().at("/detail").asText())
                .contains("\"all\": true");
        Asked some = post("/api/failures/retry", "{\"all\":true,\"limit\":2}");
        assertThat(some.json().at("/number").asInt()).isEqualTo(2);
        assertThat(some.json().at("/more").asBoolean()).isTrue();
        Asked rest = post("/api/failures/abandon", "{\"all\":true,\"reason\":\"test data\"}");
        assertThat(rest.json().at("/number").asInt()).isEqualTo(3);
        assertThat(rest.json().at("/more").asBoolean()).isFalse();
    }

    @Test
    void a_number_that_is_not_the_expected_one_changes_nothing() {
        rows.failure("a", "PERMANENT", "r", "{}");
        rows.failure("b", "PERMANENT", "r", "{}");
        Asked asked = post("/api/failures/retry", "{\"status\":\"PERMANENT\",\"expected\":1}");
        assertThat(asked.status()).isEqualTo(409);
        assertThat(asked.json().at("/detail").asText()).contains("Expected 1").contains("2");
        assertThat(ledger.queryForObject("select count(*) from failure where status = 'PERMANENT'", Long.class))
                .isEqualTo(2);
        assertThat(post("/api/failures/retry", "{\"status\":\"PERMANENT\",\"expected\":2}")
                        .status())
                .isEqualTo(200);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"taskID\":\"a\"}|taskID",
                "{\"status\":\"CLAIMED\"}|status",
                "{\"status\":\"open\"}|status",
                "{\"limit\":0,\"all\":true}|limit",
                "{\"limit\":\"5\",\"all\":true}|limit",
                "{\"all\":\"yes\"}|all",
                "{\"all\":true,\"cause\":\"mapping\"}|contradict",
                "{\"cause\":\"\"}|cause",
                "{\"cause\":\"a\\u0000b\"}|cause",
                "{\"cause\":\"a\\nb\"}|cause",
                "{\"all\":true,\"dryRun\":true,\"dryRun\":false}|",
                "{\"all\":true,\"dryRun\":true} more|",
                "[1]|object",
                "{\"cause\":|"
            })
    void a_filter_that_can_not_be_meant_is_refused_and_named(String body, String named) {
        rows.failure("a", "PERMANENT", "r", "{}");
        Asked asked = post("/api/failures/retry", body);
        assertThat(asked.status()).as(asked.body()).isEqualTo(400);
        assertThat(asked.contentType()).startsWith("application/problem+json");
        assertThat(asked.json().at("/detail").asText()).contains(named == null ? "" : named);
        assertThat(actions()).isZero();
    }

    @Test
    void a_dead_letter_is_sent_again_once_and_waits() {
        long id = rows.deadLetter("not-json", TestRows.bytes("{\"phone\":\"123\""), 1);
        assertThat(post("/api/dead-letters/" + id + "/replay", "").status()).isEqualTo(200);
        assertThat(replays()).isEqualTo(1);
        Asked twice = post("/api/dead-letters/" + id + "/replay", "{}");
        assertThat(twice.status()).isEqualTo(409);
        assertThat(twice.json().at("/detail").asText()).contains("waiting");
        assertThat(post("/api/dead-letters/" + id + "/replay", "{\"again\":true}")
                        .status())
                .isEqualTo(200);
        assertThat(replays()).isEqualTo(2);
        ledger.update("update dead_letter set status = 'RESOLVED', resolved_at = now() where id = ?", id);
        assertThat(post("/api/dead-letters/" + id + "/replay", "{\"again\":true}")
                        .status())
                .isEqualTo(409);
        assertThat(post("/api/dead-letters/77/replay", "").status()).isEqualTo(404);
        assertThat(post("/api/dead-letters/" + id + "/replay", "{\"agian\":true}")
                        .status())
                .isEqualTo(400);
        assertThat(actions()).isEqualTo(2);
    }

    @Test
    void open_dead_letters_are_sent_again_by_filter_oldest_first() {
        long first = rows.deadLetter("not-json", TestRows.bytes("a"), 1);
        long other = rows.deadLetter("too-old", TestRows.bytes("b"), 2);
        long second = rows.deadLetter("not-json", TestRows.bytes("c"), 3);
        ledger.update("update dead_letter set status = 'REPLAYED' where id = ?", other);
        assertThat(post("/api/dead-letters/replay", "{}").status()).isEqualTo(400);
        assertThat(post("/api/dead-letters/replay", "{\"reason\":\"not-jsno\"}").status())
                .isEqualTo(400);
        assertThat(post("/api/dead-letters/replay", "{\"reason\":\"not-json\",\"dryRun\":true}")
                        .json()
                        .at("/number")
                        .asInt())
                .isEqualTo(2);
        assertThat(replays()).isZero();
        assertThat(post("/api/dead-letters/replay", "{\"reason\":\"not-json\"}")
                        .json()
                        .at("/number")
                        .asInt())
                .isEqualTo(2);
        assertThat(ledger.queryForList(
                        "select replay_of from outbox where replay_of is not null order by id", Long.class))
                .containsExactly(first, second);
        assertThat(ledger.queryForObject(
                        "select convert_from(key, 'UTF8') || ' ' || topic from outbox where replay_of = ?",
                        String.class,
                        first))
                .isEqualTo("k landfall.task-events");
        assertThat(Asked.get(port, "/api/dead-letters?status=REPLAYED&topic=landfall.task-events&key=k")
                        .json()
                        .at("/items"))
                .hasSize(3);
        assertThat(Asked.get(port, "/api/dead-letters?key=other").json().at("/items"))
                .isEmpty();
    }

    @Test
    void a_dead_letter_is_given_up_with_a_reason_and_waits_no_more() {
        long id = rows.deadLetter("not-json", TestRows.bytes("a"), 1);
        ledger.update("insert into outbox (topic, replay_of, status, reason) values ('t', ?, 'BLOCKED', 'x')", id);
        String abandon = "/api/dead-letters/" + id + "/abandon";
        assertThat(post(abandon, "{}").status()).isEqualTo(400);
        assertThat(post(abandon, "{\"why\":\"a test\"}").json().at("/number").asInt())
                .isEqualTo(1);
        JsonNode letter = Asked.get(port, "/api/dead-letters/" + id).json();
        assertThat(letter.at("/status").asText()).isEqualTo("ABANDONED");
        assertThat(letter.at("/closedBy").asText()).isEqualTo("admin");
        assertThat(letter.at("/closedReason").asText()).isEqualTo("a test");
        assertThat(letter.at("/resolvedAt").isTextual()).isTrue();
        assertThat(ofStatus("ABANDONED")).containsExactly(id);
        assertThat(ofStatus("OPEN")).isEmpty();
        assertThat(ofStatus("RESOLVED")).isEmpty();
        // what alerts and alarms count
        assertThat(ledger.queryForObject(
                        "select count(*) from dead_letter where status in ('OPEN', 'REPLAYED')", Long.class))
                .isZero();
        assertThat(replays()).as("a blocked replay that nobody could let go").isZero();
        assertThat(ledger.queryForMap("select action, detail, affected from operator_action"))
                .isEqualTo(Map.of(
                        "action", "dead-letters.abandon", "detail", "dead letter " + id + ": a test", "affected", 1L));

        assertThat(post(abandon, "{\"why\":\"again\"}").status()).isEqualTo(409);
        assertThat(post("/api/dead-letters/replay", "{\"all\":true}")
                        .json()
                        .at("/number")
                        .asInt())
                .as("a replay of many means open ones")
                .isZero();
        assertThat(post("/api/dead-letters/77/abandon", "{\"why\":\"x\"}").status())
                .isEqualTo(404);
    }

    @Test
    void a_letter_that_was_given_up_is_sent_again_by_whoever_changes_their_mind() {
        long id = rows.deadLetter("not-json", TestRows.bytes("a"), 1);
        String abandon = "/api/dead-letters/" + id + "/abandon";
        assertThat(post(abandon, "{\"why\":\"a test\"}").status()).isEqualTo(200);
        assertThat(post("/api/dead-letters/" + id + "/replay", "").status()).isEqualTo(200);
        assertThat(replays()).isEqualTo(1);
        JsonNode letter = Asked.get(port, "/api/dead-letters/" + id).json();
        assertThat(letter.at("/status").asText()).isEqualTo("REPLAYED");
        for (String field : List.of("closedBy", "closedReason", "resolvedAt")) {
            assertThat(letter.path(field).isNull()).as(field).isTrue();
        }
        Asked onItsWay = post(abandon, "{\"why\":\"x\"}");
        assertThat(onItsWay.status()).isEqualTo(409);
        assertThat(onItsWay.json().at("/detail").asText()).contains("is REPLAYED");
        ledger.update("update dead_letter set status = 'RESOLVED', resolved_at = now() where id = ?", id);
        Asked applied = post(abandon, "{\"why\":\"x\"}");
        assertThat(applied.status()).isEqualTo(409);
        assertThat(applied.json().at("/detail").asText()).contains("is RESOLVED");
    }

    @Test
    void open_dead_letters_are_given_up_by_filter() {
        long first = rows.deadLetter("not-json", TestRows.bytes("a"), 1);
        long other = rows.deadLetter("too-old", TestRows.bytes("b"), 2);
        long second = rows.deadLetter("not-json", TestRows.bytes("c"), 3);
        long sent = rows.deadLetter("not-json", TestRows.bytes("d"), 4);
        ledger.update("update dead_letter set status = 'REPLAYED' where id = ?", sent);
        String abandon = "/api/dead-letters/abandon";
        assertThat(post(abandon, "{\"why\":\"x\"}").status()).isEqualTo(400);
        assertThat(post(abandon, "{\"reason\":\"not-json\"}")
                        .json()
                        .at("/detail")
                        .asText())
                .contains("why is wanted");
        assertThat(post(abandon, "{\"reason\":\"not-json\",\"dryRun\":true}")
                        .json()
                        .at("/number")
                        .asInt())
                .isEqualTo(2);
        assertThat(post(abandon, "{\"reason\":\"not-json\",\"why\":\"x\",\"expected\":3}")
                        .status())
                .isEqualTo(409);
        assertThat(ofStatus("ABANDONED")).isEmpty();
        assertThat(post(abandon, "{\"reason\":\"not-json\",\"why\":\"test data\",\"expected\":2}")
                        .status())
                .isEqualTo(200);
        assertThat(ofStatus("ABANDONED")).containsExactly(second, first);
        assertThat(ofStatus("OPEN")).containsExactly(other);
        assertThat(ofStatus("REPLAYED")).containsExactly(sent);
        assertThat(ledger.queryForList(
                        "select distinct closed_reason from dead_letter where closed_by = 'admin'", String.class))
                .containsExactly("test data");
    }

    private List<Long> ofStatus(String status) {
        List<Long> ids = new ArrayList<>();
        Asked.get(port, "/api/dead-letters?status=" + status)
                .json()
                .at("/items")
                .forEach(letter -> ids.add(letter.path("id").asLong()));
        return ids;
    }

    @Test
    void a_dead_letter_shows_its_attempts_and_its_raw_bytes() {
        long id = rows.deadLetter("not-json", new byte[] {(byte) 0xff}, 1);
        ledger.update("update dead_letter set headers = ? where id = ?", TestRows.bytes("[[\"secret\",\"YWJj\"]]"), id);
        ledger.update(
                "insert into dead_letter_attempt (dead_letter_id, number, outcome, reason, detail, topic, partition_no, offset_no)"
                        + " values (?, 1, 'MALFORMED', 'not-json', 'why', 't', 0, 7), (?, 2, 'UNSENT', 'outbox-blocked', 'why', null, null, null)",
                id,
                id);
        Asked asked = Asked.get(port, "/api/dead-letters/" + id);
        assertThat(asked.json().at("/headers/0").asText()).isEqualTo("secret");
        assertThat(asked.body()).doesNotContain("YWJj");
        assertThat(asked.json().at("/attempts/0/offset").asLong()).isEqualTo(7);
        assertThat(asked.json().at("/attempts/1/topic").isNull()).isTrue();
        JsonNode raw = Asked.get(port, "/api/dead-letters/" + id + "/raw").json();
        assertThat(raw.at("/payload").asText()).isEqualTo("/w==");
        assertThat(raw.at("/headers/0/1").asText()).isEqualTo("YWJj");
        assertThat(Asked.get(port, "/api/dead-letters/77/raw").status()).isEqualTo(404);
    }

    private long replays() {
        return ledger.queryForObject("select count(*) from outbox where replay_of is not null", Long.class);
    }

    private Asked post(String target, String body) {
        return Asked.post(port, target, body);
    }

    private Map<String, Object> row(long id) {
        return ledger.queryForMap("select * from failure where id = ?", id);
    }

    private long actions() {
        return ledger.queryForObject("select count(*) from operator_action", Long.class);
    }
}
