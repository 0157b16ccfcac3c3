package io.landfall.overview;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.StreamSupport;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.alarm.Availability;
import io.landfall.alarm.Component;
import io.landfall.console.Asked;
import io.landfall.console.ReadingApp;
import io.landfall.stack.Wait;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

@SpringBootTest(classes = ReadingApp.class, webEnvironment = WebEnvironment.RANDOM_PORT)
class OverviewIT {
    @LocalServerPort
    private int port;

    @Autowired
    private JdbcTemplate ledger;

    @Autowired
    private Sampler sampler;

    @Autowired
    private Landings landings;

    @Autowired
    private Availability availability;

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry registry) {
        ReadingApp.on("overview_it", registry);
    }

    @BeforeEach
    void nothing_there() {
        landings.take();
        ledger.update(
                "truncate task, failure, dead_letter, suspicion, repair, alarm, overview_level, overview_flow, transaction_timeout cascade");
    }

    @Test
    void what_is_not_final_is_counted_by_state_type_and_model() {
        task("a", "ANALYZING", "asr", "m1", Duration.ofMinutes(1));
        task("b", "ANALYZING", "asr", "m2", Duration.ofMinutes(11));
        task("c", "TO_RETRY", "llm", null, Duration.ofHours(3));
        task("d", "ANALYZED", "llm", null, Duration.ofHours(3));
        ledger.update(
                "insert into dead_letter (topic, partition_no, offset_no, record_at, hash, reason, detail, headers)"
                        + " values ('overview', 0, 1, now(), '', 'not-json', '', '')");
        sample();
        JsonNode all = overview("");
        assertThat(all.at("/nonFinal/ANALYZING").asLong()).isEqualTo(2);
        assertThat(all.at("/nonFinal/TO_RETRY").asLong()).isEqualTo(1);
        assertThat(all.at("/nonFinal/TO_ANALYZE").asLong(-1)).isZero();
        assertThat(all.at("/stuck/ANALYZING").asLong()).isEqualTo(1);
        assertThat(all.at("/unlanded").asLong()).isEqualTo(4);
        assertThat(all.at("/deadLetters").asLong()).isEqualTo(1);
        assertThat(all.at("/capped")).isEmpty();
        assertThat(last(all.at("/series/nonFinal/ANALYZING")).asLong()).isEqualTo(2);
        assertThat(last(all.at("/series/stuck")).asLong()).isEqualTo(2);
        JsonNode some = overview("?taskType=asr&model=m2");
        assertThat(some.at("/nonFinal/ANALYZING").asLong()).isEqualTo(1);
        assertThat(some.at("/nonFinal/TO_RETRY").asLong(-1)).isZero();
        assertThat(last(some.at("/series/nonFinal/TO_RETRY")).asLong(-1)).isZero();
        assertThat(all.at("/groups").findValuesAsText("taskType")).containsExactly("asr", "asr", "llm");
    }

    @Test
    void a_server_of_which_only_an_index_is_waited_for_is_not_away() {
        availability.away(Component.VIEW, "index tasks takes no writes", () -> true);
        assertThat(overview("").at("/awayComponents")).isEmpty();
        availability.away(Component.VIEW, "connection refused");
        assertThat(overview("").at("/awayComponents/0/reason").asText()).isEqualTo("connection refused");
        availability.back(Component.VIEW);
        assertThat(overview("").at("/awayComponents")).isEmpty();
    }

    @Test
    void landings_of_all_nodes_are_one_rate_and_one_distribution() {
        for (int i = 0; i < 99; i++) {
            landings.landed("asr", "m1", List.of(Duration.ofMillis(100)));
        }
        landings.landed("asr", "m1", List.of(Duration.ofSeconds(60)));
        landings.landed("llm", null, List.of());
        sample();
        // what another node did in the same steps
        ledger.update(
                "insert into overview_flow select step, at, kind, name, task_type, model, 'other', number, millis,"
                        + " buckets from overview_flow where kind like '%documents' or kind like '%events'");
        JsonNode all = overview("");
        assertThat(all.at("/landed/documents").asLong()).isEqualTo(202);
        assertThat(all.at("/landed/events").asLong()).isEqualTo(200);
        assertThat(all.at("/landed/p50").asDouble()).isCloseTo(0.1, within(0.02));
        assertThat(all.at("/landed/p99").asDouble()).isLessThan(1);
        assertThat(all.at("/landedNow").asDouble()).isCloseTo(20.2, within(0.01));
        assertThat(last(all.at("/series/landedPerSecond")).asDouble()).isCloseTo(20.2, within(0.01));
        JsonNode asr = overview("?taskType=asr");
        assertThat(asr.at("/landed/documents").asLong()).isEqualTo(200);
        assertThat(overview("?model=m1").at("/landed/documents").asLong()).isEqualTo(200);
        assertThat(overview("?taskType=asr&model=m2").at("/landed/documents").asLong(-1))
                .isZero();
        assertThat(overview("?taskType=llm").at("/landed/p99").isNull()).isTrue();
        // coarser steps add up the same
        JsonNode week = overview("?from=P6D");
        assertThat(week.at("/series/step").asText()).isEqualTo("PT1H");
        assertThat(week.at("/landed/documents").asLong()).isEqualTo(202);
        assertThat(week.at("/landedNow").asDouble()).isCloseTo(20.2, within(0.01));
    }

    @Test
    void what_landed_long_ago_does_not_land_now() {
        landings.landed("asr", "m1", List.of(Duration.ofMillis(1)));
        sample();
        ledger.update("update overview_flow set at = at - interval '5 minutes'");
        assertThat(overview("").at("/landed/documents").asLong()).isEqualTo(1);
        assertThat(overview("").at("/landedNow").asDouble(-1)).isZero();
        ledger.update("update overview_level set at = at - interval '5 minutes'");
        assertThat(overview("").at("/landedNow").isNull()).as("nobody counts").isTrue();
    }

    @Test
    void what_is_added_twice_in_a_step_is_added_up() {
        landings.landed("asr", "m1", List.of(Duration.ofMillis(1)));
        sample();
        landings.landed("asr", "m1", List.of(Duration.ofSeconds(1), Duration.ofSeconds(1)));
        sample();
        JsonNode all = overview("");
        assertThat(all.at("/landed/documents").asLong()).isEqualTo(2);
        assertThat(all.at("/landed/events").asLong()).isEqualTo(3);
        assertThat(all.at("/landed/p50").asDouble()).isCloseTo(0.95, within(0.1));
    }

    @Test
    void what_happened_since_the_last_sample_is_added_by_a_node_that_is_stopped() {
        sample();
        landings.landed("asr", "m1", List.of(Duration.ofMillis(1)));
        sampler.destroy();
        assertThat(overview("").at("/landed/documents").asLong()).isEqualTo(1);
    }

    @Test
    @Timeout(30)
    void a_stop_does_not_wait_for_a_ledger_that_does_not_answer() throws SQLException {
        landings.landed("asr", "m1", List.of(Duration.ofMillis(1)));
        try (Connection other = requireNonNull(ledger.getDataSource()).getConnection();
                Statement statement = other.createStatement()) {
            other.setAutoCommit(false);
            statement.execute("lock table overview_flow");
            sampler.destroy();
            other.rollback();
        }
        await().atMost(Wait.MOST)
                .until(() -> overview("").at("/landed/documents").asLong() == 1);
    }

    @Test
    void where_nobody_counted_there_is_a_gap() {
        failure("f", "PENDING", "throttled", null);
        landings.landed("asr", "m1", List.of(Duration.ofMillis(1)));
        sample();
        ledger.update("delete from overview_level where kind like 'all-%'");
        for (String query : List.of("", "?taskType=asr&model=m1")) {
            JsonNode series = overview(query).at("/series");
            assertThat(series.at("/landedPerSecond/0").asDouble()).isPositive();
            assertThat(series.at("/nonFinal/ANALYZING/0").isNull()).isTrue();
            assertThat(series.at("/openFailures/0").isNull()).isTrue();
        }
    }

    @Test
    void small_groups_are_one() {
        for (int i = 0; i < 100; i++) {
            task("t" + i, "ANALYZING", "type-" + i, "m", Duration.ofMinutes(1));
            landings.landed("type-" + i, "m", List.of());
        }
        sample();
        assertThat(ledger.queryForObject("select count(distinct task_type) from overview_level", Integer.class))
                .isLessThanOrEqualTo(Group.MOST + 2);
        JsonNode all = overview("");
        assertThat(all.at("/nonFinal/ANALYZING").asLong()).isEqualTo(100);
        assertThat(all.at("/landed/documents").asLong()).isEqualTo(100);
    }

    @Test
    void the_silent_come_first_and_say_why() {
        task("silent", "ANALYZING", "asr", "m1", Duration.ofHours(2));
        suspicion("silent", "ABSENT", "nobody knows of it");
        task("older", "ANALYZING", "asr", "m1", Duration.ofHours(3));
        suspicion("older", "ABSENT", "nobody knows of it");
        task("at-work", "ANALYZING", "asr", "m1", Duration.ofHours(2));
        suspicion("at-work", "RUNNING", null);
        task("unasked", "TO_ANALYZE", "llm", null, Duration.ofMinutes(30));
        task("refused", "ANALYZED", "llm", null, Duration.ofMinutes(30));
        failure("refused", "PERMANENT", "mapping", "score");
        repair("mended", "APPLIED");
        task("mended", "ANALYZED", "asr", "m1", Duration.ofMinutes(1));
        JsonNode silent = overview("").at("/silent");
        assertThat(silent.findValuesAsText("what"))
                .as(silent.toString())
                .containsExactly("silent", "silent", "not-landed", "repaired");
        assertThat(silent.at("/0/reason").asText()).isEqualTo("ABSENT");
        assertThat(silent.at("/0/number").asLong()).isEqualTo(2);
        assertThat(silent.at("/0/taskId").asText()).isEqualTo("older");
        assertThat(silent.at("/0/detail").asText()).isEqualTo("nobody knows of it");
        assertThat(silent.findValuesAsText("reason")).contains("mapping:score", "NOT_ASKED", "COMPLETED");
        assertThat(overview("?taskType=llm").at("/silent")).hasSize(2);
    }

    @Test
    void a_repair_that_is_not_judged_yet_has_mended_nothing() {
        repair("on-its-way", null);
        assertThat(overview("").at("/silent").findValuesAsText("what")).containsExactly("repair-sent");
    }

    @Test
    void repairs_failures_and_alarms_are_counted() {
        repair("r1", "APPLIED");
        repair("r2", "APPLIED");
        repair("r3", "APPLIED");
        repair("r4", "ILLEGAL");
        repair("r5", "OVERTAKEN");
        repair("r6", null);
        failure("f1", "PENDING", "throttled", null);
        task("f2", "ANALYZED", "asr", "m1", Duration.ofMinutes(1));
        failure("f2", "PERMANENT", "mapping", "x");
        ledger.update("insert into alarm (alarm_key, severity, summary) values ('k', 'P1', 's')");
        sample();
        JsonNode all = overview("");
        assertThat(all.at("/repairs/applied").asLong()).isEqualTo(3);
        assertThat(all.at("/repairs/refused").asLong()).isEqualTo(1);
        assertThat(all.at("/repairs/overtaken").asLong()).isEqualTo(1);
        assertThat(all.at("/repairs/open").asLong()).isEqualTo(1);
        assertThat(all.at("/repairs/successRate").asDouble()).isEqualTo(0.75);
        assertThat(all.at("/failures/PENDING:throttled").asLong()).isEqualTo(1);
        assertThat(all.at("/failures/PERMANENT:mapping").asLong()).isEqualTo(1);
        assertThat(last(all.at("/series/openFailures")).asLong()).isEqualTo(2);
        assertThat(all.at("/alarms/P1").asLong()).isEqualTo(1);
        assertThat(all.at("/alarms/P3").asLong(-1)).isZero();
        JsonNode some = overview("?taskType=asr");
        assertThat(some.at("/failures/PERMANENT:mapping").asLong()).isEqualTo(1);
        assertThat(some.at("/failures")).hasSize(1);
        assertThat(overview("?to=" + Instant.now().minusSeconds(60))
                        .at("/repairs/successRate")
                        .isNull())
                .isTrue();
    }

    @Test
    void transactions_routes_and_schedules_are_told() {
        sample();
        JsonNode all = overview("");
        assertThat(all.at("/transactions").findValuesAsText("name")).contains("sample-overview");
        assertThat(all.at("/transactions/0/number").asLong()).isPositive();
        assertThat(all.at("/view/indices")).hasSize(2);
        assertThat(all.at("/inspection/nextAt").asText()).isNotEmpty();
        assertThat(all.at("/compensation/paused").isBoolean()).isTrue();
        assertThat(all.at("/sampledAt").asText()).endsWith("0Z");
    }

    @Test
    void before_the_first_sample_there_is_an_answer_too() {
        JsonNode all = overview("");
        assertThat(all.at("/series").isObject()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "?from=yesterday",
                "?from=P",
                "?to=PT1H",
                "?from=P300000000D",
                "?from=-100000-01-01T00:00:00Z",
                "?to=-1000000000-01-01T00:00:00Z",
                "?to=%2B1000000000-12-31T23:59:59Z",
                "?from=2026-01-02T00:00:00Z&to=2026-01-01T00:00:00Z",
                "?platform=x"
            })
    void what_can_not_be_meant_is_refused(String query) {
        Asked asked = Asked.get(port, "/api/overview" + query);
        assertThat(asked.status()).isEqualTo(400);
        assertThat(asked.contentType()).startsWith("application/problem+json");
        assertThat(asked.json().at("/detail").asText()).containsPattern("from|to must|platform");
    }

    @Test
    void what_is_too_old_is_forgotten() {
        ledger.update("insert into overview_level values (10, now() - interval '3 hours', 'lag', 'x', '', '', 1),"
                + " (3600, now() - interval '3 hours', 'lag', 'x', '', '', 1),"
                + " (3600, now() - interval '8 days', 'lag', 'x', '', '', 1)");
        sampler.forget(Instant.now());
        assertThat(ledger.queryForObject(
                        "select count(*) from overview_level where kind = 'lag' and name = 'x'", Integer.class))
                .isEqualTo(1);
    }

    private void sample() {
        // one that came by itself meanwhile may have seen half of it
        ledger.update("truncate overview_level");
        sampler.sample();
    }

    private JsonNode overview(String query) {
        Asked asked = Asked.get(port, "/api/overview" + query);
        assertThat(asked.status()).as(asked.body()).isEqualTo(200);
        return asked.json();
    }

    private static JsonNode last(JsonNode list) {
        List<JsonNode> all = StreamSupport.stream(list.spliterator(), false).toList();
        assertThat(all).isNotEmpty();
        return all.get(all.size() - 1);
    }

    private void task(String id, String state, String type, String model, Duration age) {
        ledger.update(
                """
                insert into task (task_id, index_name, state, attempt, version, landed_version, highest_seq, marks, task_type,
                                  model, created_at, state_since, updated_at, due_at)
                select ?, 'tasks', s.state, 1, 5, 0, 0, '', ?, ?, s.since, s.since, s.since,
                       case when s.state in ('ANALYZED', 'FAILED') then null else s.since + interval '5 minutes' end
                from (select ?::text as state, now() - ? * interval '1 second' as since) s
                """,
                id,
                type,
                model,
                state,
                age.toSeconds());
    }

    private void suspicion(String id, String kind, String reason) {
        ledger.update(
                """
                insert into suspicion (task_id, attempt, state_since, kind, looks, since, looked_at, next_at, confirms, told,
                                       verifier, reason)
                select task_id, attempt, state_since, ?, 1, now(), now(), now(), false, false, 'verify-call-log', ?
                from task where task_id = ?
                """,
                kind,
                reason,
                id);
    }

    private void failure(String id, String status, String cause, String field) {
        ledger.update(
                """
                insert into failure (task_id, index_name, operation, version, cause, reason, field, trigger_name, fragment,
                                     truncated, status)
                values (?, 'tasks', 'index', 5, ?, 'r', ?, 'task-events', '', false, ?)
                """,
                id,
                cause,
                field,
                status);
    }

    private void repair(String id, String outcome) {
        ledger.update(
                """
                insert into repair (inspection_id, task_id, attempt, kind, event_id, state, state_since, reason, settled_at,
                                    outcome)
                values (1, ?, 1, 'COMPLETED', 'e', 'ANALYZING', now(), 'the call log says so',
                        case when ?::text is null then null else now() end, ?)
                """,
                id,
                outcome,
                outcome);
    }
}
