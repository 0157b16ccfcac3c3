package io.landfall.land;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import javax.management.MBeanServer;
import javax.management.ObjectName;

import org.apache.camel.CamelContext;
import org.apache.camel.builder.RouteBuilder;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.landfall.inspection.Answer;
import io.landfall.inspection.Inspection;
import io.landfall.inspection.RunReport;
import io.landfall.inspection.Steering;
import io.landfall.inspection.Suspect;
import io.landfall.stack.Wait;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Tasks that went silent are found, asked about twice, and mended by events like any other. */
class SilentTasksIT {
    @RegisterExtension
    static final Landings INSPECTED = Landings.inspected();

    private final Landing landing = INSPECTED.landing();
    private final Traces traces = landing.traces();
    private final Steering steering = landing.part(Steering.class);

    @BeforeEach
    void nothing_is_due() throws Exception {
        ledger("update task set due_at = null where due_at is not null");
        ledger("delete from suspicion");
        steering.resume("test");
        steering.tune("test", Map.of("period", "1h", "confirmAfter", "1s", "scanLimit", 1_000));
        await().atMost(Wait.MOST).until(() -> steering.status().running() == null);
        ledger("update inspection_control set next_at = now() + interval '1 hour', min_ages = 'PT10M {}'");
    }

    @AfterEach
    void no_verifier_is_left() throws Exception {
        steering.stop("test");
        await().atMost(Wait.MOST).until(() -> steering.status().running() == null);
        for (String name : List.of("verify-call-log", "verify-special")) {
            CamelContext camel = landing.part(CamelContext.class);
            if (camel.getRoute(name) != null) {
                camel.getRouteController().stopRoute(name);
                camel.removeRoute(name);
            }
        }
    }

    @Test
    void work_that_is_done_though_no_event_ever_came_is_landed_after_the_second_look() throws Exception {
        verifier("call-log", task -> done("{\"transcript\":\"it\",\"landfall\":{}}"));
        silent("done", 3);
        RunReport first = run();
        assertThat(first.scanned()).isEqualTo(3);
        assertThat(first.confirmed()).isZero();
        assertThat(states("done")).containsOnly("ANALYZING");
        // the schedule looks again by itself, and long before the next period
        await().atMost(Wait.MOST).until(() -> states("done").equals(List.of("ANALYZED")));
        await().atMost(Wait.MOST).untilAsserted(() -> {
            assertThat(traces.document("done-0").path("transcript").asText()).isEqualTo("it");
            assertThat(traces.document("done-0").path("landfall").path("state").asText())
                    .isEqualTo("ANALYZED");
        });
        assertThat(traces.number("select count(*) from repair where task_id like 'done-%' and kind = 'COMPLETED'"))
                .isEqualTo(3);
        await().atMost(Wait.MOST)
                .until(() ->
                        traces.number("select count(*) from repair where task_id like 'done-%' and outcome = 'APPLIED'")
                                == 3);
        assertThat(traces.number(
                        "select sum(repaired) from inspection where trigger_name = 'confirm' and id > ?", first.id()))
                .isEqualTo(3);
        HttpResponse<String> detail = ask("GET", "/api/tasks/done-0", null, true);
        assertThat(detail.body())
                .contains("\"repairs\":[{\"id\":")
                .contains("\"eventId\":\"repair:")
                .contains("\"verifier\":\"call-log\",\"looks\":2,\"suspectedAt\":\"");
    }

    @Test
    void an_event_that_comes_between_the_look_and_the_repair_wins() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        verifier("call-log", task -> {
            if (task.taskId().equals("crossed-0") && traces.number("select count(*) from suspicion") == 1) {
                asked.countDown();
                until(released);
            }
            return failed();
        });
        silent("crossed", 1);
        run();
        assertThat(asked.await(Wait.MOST.toSeconds(), TimeUnit.SECONDS))
                .as("the second look")
                .isTrue();
        landing.send(Fact.of("crossed-0", "COMPLETED").patch("{\"transcript\":\"came\"}"));
        landing.settled();
        released.countDown();
        RunReport second = lastOf("confirm");
        assertThat(second.moved()).isEqualTo(1);
        assertThat(second.failed()).isZero();
        assertThat(traces.row("crossed-0").state()).isEqualTo("ANALYZED");
        assertThat(traces.number("select count(*) from repair where task_id = 'crossed-0'"))
                .isZero();
    }

    @Test
    void a_repair_that_meets_a_result_changes_nothing_and_leaves_no_open_dead_letter() throws Exception {
        verifier("call-log", task -> verdict("ABSENT"));
        silent("late", 1);
        ledger("update task set state_since = now() - interval '2 hours' where task_id = 'late-0'");
        run();
        landing.whileNotReceiving(() -> {
            landing.send(Fact.of("late-0", "COMPLETED").patch("{\"transcript\":\"came\"}"));
            await().atMost(Wait.MOST)
                    .until(() ->
                            traces.number("select count(*) from repair where task_id = 'late-0' and kind = 'RETRY'")
                                    == 1);
            await().atMost(Wait.MOST).until(traces::isOutboxEmpty);
        });
        landing.settled();
        assertThat(traces.row("late-0").state()).isEqualTo("ANALYZED");
        assertThat(traces.row("late-0").attempt()).isEqualTo(1);
        await().atMost(Wait.MOST)
                .until(() -> traces.number(
                                "select count(*) from dead_letter where task_id = 'late-0' and status = 'RESOLVED'")
                        == 1);
        assertThat(traces.number("select count(*) from repair where task_id = 'late-0' and outcome = 'ILLEGAL'"))
                .isEqualTo(1);
    }

    @Test
    void what_runs_is_left_alone_and_looked_at_later_and_later() throws Exception {
        verifier("call-log", task -> verdict("RUNNING"));
        silent("running", 1);
        ledger("update task set state_since = now() - interval '3 hours' where task_id = 'running-0'");
        List<Long> waits = new ArrayList<>();
        steering.tune("test", Map.of("period", "10m"));
        for (int look = 0; look < 3; look++) {
            assertThat(run().running()).isEqualTo(1);
            waits.add(
                    traces.number(
                            "select round(extract(epoch from due_at - now()) / 60)::bigint from task where task_id = 'running-0'"));
            ledger("update task set due_at = now() where task_id = 'running-0'");
        }
        assertThat(waits).containsExactly(10L, 20L, 40L);
        assertThat(traces.row("running-0").state()).isEqualTo("ANALYZING");
        landing.send(Fact.stage("running-0", "ASR"));
        landing.settled();
        assertThat(traces.number("select count(*) from task where task_id = 'running-0' and due_at <= now()"))
                .as("due as before: its state did not change")
                .isEqualTo(1);
        ledger("update task set due_at = now() + interval '30 minutes' where task_id = 'running-0'");
        landing.send(Fact.stage("running-0", "LLM"));
        landing.settled();
        assertThat(traces.number("select count(*) from task where task_id = 'running-0' and due_at > now()"))
                .as("an event does not bring a look forward")
                .isEqualTo(1);

        ledger("update task set state_since = now() - interval '25 hours', due_at = now() where task_id = 'running-0'");
        run();
        await().atMost(Wait.MOST).until(() -> traces.openAlarms("running-too-long:call-log") == 1);
    }

    @Test
    void a_verifier_that_is_down_slow_or_half_blind_changes_no_state_and_is_told_of() throws Exception {
        verifier("special", task -> {
            throw new IllegalStateException("HTTP 500");
        });
        verifier("call-log", task -> task.taskId().endsWith("1") ? verdict("RUNNING") : "");
        silent("blind", 2);
        landing.send(Fact.of("blind-2", "STARTED").text("platform", "special"));
        landing.settled();
        age("blind-%");
        for (int look = 0; look < 3; look++) {
            ledger("update task set due_at = now() where task_id like 'blind-%'");
            assertThat(run().unknown()).isEqualTo(2);
        }
        assertThat(states("blind")).containsOnly("ANALYZING");
        assertThat(traces.number("select count(*) from repair where task_id like 'blind-%'"))
                .isZero();
        await().atMost(Wait.MOST)
                .until(() -> traces.openAlarms("verifier-unknown:special") == 1
                        && traces.openAlarms("verifier-unknown:call-log") == 1);
        assertThat(traces.ledger()
                        .queryForObject(
                                "select summary from alarm where alarm_key = 'verifier-unknown:special' and closed_at is null",
                                String.class))
                .contains("1 tasks")
                .contains("HTTP 500");

        assertThat(ask("GET", "/api/tasks/blind-2", null, true).body())
                .contains("\"suspicion\":{\"attempt\":1,\"kind\":\"UNKNOWN\"")
                .contains("\"verifier\":\"special\"");
        no_verifier_is_left();
        verifier("special", task -> verdict("RUNNING"));
        verifier("call-log", task -> verdict("RUNNING"));
        ledger("update task set due_at = now() where task_id like 'blind-%'");
        run();
        await().atMost(Wait.MOST)
                .until(() -> traces.openAlarms("verifier-unknown:special") == 0
                        && traces.openAlarms("verifier-unknown:call-log") == 0);
    }

    @Test
    void a_slow_verifier_holds_up_no_other() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        verifier("special", task -> {
            until(released);
            return verdict("RUNNING");
        });
        verifier("call-log", task -> verdict("RUNNING"));
        silent("beside", 1);
        landing.send(Fact.of("slow-0", "STARTED").text("platform", "special"));
        landing.settled();
        age("slow-%");
        long id = started(steering.run("anna")).id();
        await().atMost(Wait.MOST)
                .until(() -> traces.number("select count(*) from suspicion where task_id = 'beside-0'") == 1);
        assertThat(report(id).endedAt()).isNull();
        RunReport ended = ended(id);
        released.countDown();
        assertThat(ended.unknown()).isEqualTo(1);
        assertThat(traces.ledger()
                        .queryForObject("select reason from suspicion where task_id = 'slow-0'", String.class))
                .isEqualTo("its verifier did not answer within PT3S");
    }

    @Test
    void a_verifier_that_lies_about_others_moves_nobody_it_was_not_asked_about() throws Exception {
        landing.send(Fact.of("bystander", "STARTED"));
        landing.settled();
        verifier(
                "call-log",
                task -> done("{}").formatted(task.taskId()) + ","
                        + "{\"taskId\":\"bystander\",\"verdict\":\"FAILED\",\"error\":{\"code\":\"lie\"}},"
                        + "{\"taskId\":\"" + task.taskId() + "\",\"attempt\":9,\"verdict\":\"DONE\"}");
        silent("lied", 1);
        RunReport run = run();
        assertThat(run.strange()).isEqualTo(1);
        assertThat(run.unknown()).isEqualTo(1);
        assertThat(traces.number("select count(*) from suspicion where task_id = 'bystander'"))
                .isZero();
        assertThat(traces.row("bystander").state()).isEqualTo("ANALYZING");
        assertThat(traces.row("lied-0").state()).isEqualTo("ANALYZING");
    }

    @Test
    void a_task_retried_a_minute_ago_is_no_suspect_however_old_it_is() throws Exception {
        landing.send(Fact.of("young-0", "STARTED"), Fact.of("young-0", "RETRY").attempt(1));
        landing.settled();
        ledger("update task set created_at = now() - interval '2 hours' where task_id = 'young-0'");
        assertThat(traces.number("select count(*) from task where task_id = 'young-0' and due_at > now()"))
                .isEqualTo(1);
        // as if the ages had been raised since
        ledger("update task set due_at = now() where task_id = 'young-0'");
        assertThat(run().scanned()).isZero();
        assertThat(
                        traces.number(
                                "select count(*) from task where task_id = 'young-0' and due_at = state_since + interval '5 minutes'"))
                .isEqualTo(1);
    }

    @Test
    void a_task_that_never_started_and_one_whose_dispatch_was_lost_are_run_again_and_failed_in_the_end()
            throws Exception {
        verifier("call-log", task -> verdict("ABSENT"));
        landing.send(
                Fact.of("lost-0", "SUBMITTED").text("taskType", "brief"),
                Fact.of("lost-1", "STARTED").text("taskType", "brief"),
                Fact.of("lost-1", "RETRY").attempt(1));
        landing.settled();
        age("lost-%");
        run();
        await().atMost(Wait.MOST)
                .untilAsserted(() -> assertThat(traces.row("lost-0")).satisfies(row -> {
                    assertThat(row.state()).isEqualTo("TO_RETRY");
                    assertThat(row.attempt()).isEqualTo(2);
                }));
        await().atMost(Wait.MOST).until(() -> traces.row("lost-1").attempt() == 3);
        assertThat(traces.row("lost-1").state()).isEqualTo("TO_RETRY");
        landing.relayed();
        assertThat(traces.dispatchRecords())
                .extracting(record -> new String(record.value(), UTF_8))
                .anyMatch(message -> message.contains("\"lost-0\",\"attempt\":2"))
                .anyMatch(message -> message.contains("\"lost-1\",\"attempt\":3"));

        age("lost-1");
        run();
        await().atMost(Wait.MOST).until(() -> traces.row("lost-1").state().equals("FAILED"));
        await().atMost(Wait.MOST).until(() -> traces.openAlarms("task-given-up") == 1);
        await().atMost(Wait.MOST).untilAsserted(() -> assertThat(traces.document("lost-1")
                        .path("landfall")
                        .path("error")
                        .path("message")
                        .asText())
                .contains("no platform knows of attempt 3"));
        landing.send(Fact.of("lost-1", "COMPLETED").attempt(3).patch("{\"transcript\":\"after all\"}"));
        landing.settled();
        assertThat(traces.row("lost-1").state())
                .as("the outside truth beats our guess")
                .isEqualTo("ANALYZED");
    }

    @Test
    void a_call_log_that_is_late_makes_no_false_verdict() throws Exception {
        verifier(
                "call-log",
                task -> traces.number("select count(*) from suspicion where task_id = 'tardy-0'") == 0
                        ? verdict("ABSENT")
                        : done("{\"transcript\":\"late\"}"));
        silent("tardy", 1);
        ledger("update task set state_since = now() - interval '2 hours' where task_id = 'tardy-0'");
        run();
        await().atMost(Wait.MOST).until(() -> states("tardy").equals(List.of("ANALYZED")));
        assertThat(traces.ledger().queryForList("select kind from repair where task_id = 'tardy-0'", String.class))
                .containsExactly("COMPLETED");
    }

    @Test
    void thousands_of_suspects_are_all_found_and_none_twice_at_once() throws Exception {
        verifier("call-log", task -> verdict("RUNNING"));
        // before any is due: no look may take more
        steering.tune("test", Map.of("period", "2s", "scanLimit", 500));
        ledger(
                """
                insert into task (task_id, index_name, state, attempt, version, landed_version, highest_seq, marks, created_at,
                    state_since, updated_at, due_at)
                select 'crowd-' || n, 'inspected', 'ANALYZING', 1, 1, 1, 0, '', now(), now() - interval '1 hour', now(),
                    now() - n * interval '1 millisecond'
                from generate_series(1, 2500) n
                """);
        try {
            ledger("update inspection_control set pace_ms = null, next_at = now()");
            await().atMost(Wait.MOST)
                    .until(() -> traces.number("select count(*) from suspicion where task_id like 'crowd-%'") == 2_500);
            assertThat(traces.number("select max(looks) from suspicion where task_id like 'crowd-%'"))
                    .as("those seen wait while others were not yet")
                    .isLessThanOrEqualTo(2);
            assertThat(traces.number("select max(scanned) from inspection")).isLessThanOrEqualTo(500);
            assertThat(steering.status().pace()).isLessThan(Duration.ofSeconds(2));
        } finally {
            ledger("delete from task where task_id like 'crowd-%'");
        }
    }

    @Test
    void a_repair_that_is_not_applied_is_told_of_and_replaced_once() throws Exception {
        verifier("call-log", task -> done("{\"transcript\":\"it\"}"));
        silent("stuck", 1);
        run();
        await().atMost(Wait.MOST)
                .until(() -> traces.number(
                                        "select count(*) from outbox where payload is not null and topic = ?",
                                        landing.events())
                                > 0
                        && traces.number("select count(*) from repair where task_id = 'stuck-0'") == 1);
        // it is applied soon; as if it had been lost on its way, long ago
        await().atMost(Wait.MOST).until(() -> states("stuck").equals(List.of("ANALYZED")));
        ledger("update task set state = 'ANALYZING', state_since = now() - interval '20 minutes', due_at = now()"
                + " where task_id = 'stuck-0'");
        ledger("delete from task_event where task_id = 'stuck-0' and event_id like 'repair:%'");
        ledger("update repair set settled_at = null, outcome = null, created_at = now() - interval '3 hours',"
                + " state_since = (select state_since from task where task_id = 'stuck-0') where task_id = 'stuck-0'");
        run();
        await().atMost(Wait.MOST).until(() -> traces.openAlarms("repair-not-applied") == 1);
        await().atMost(Wait.MOST).until(() -> states("stuck").equals(List.of("ANALYZED")));
        assertThat(traces.events("stuck-0"))
                .extracting(Traces.Logged::eventId)
                .anyMatch(id -> id.matches("repair:[0-9a-f]{64}:2"));
        await().atMost(Wait.MOST)
                .until(() ->
                        traces.number("select count(*) from repair where task_id = 'stuck-0' and outcome = 'APPLIED'"
                                        + " and replaced_at is not null")
                                == 1);
        ledger("update inspection_control set next_at = now()");
        await().atMost(Wait.MOST).until(() -> traces.openAlarms("repair-not-applied") == 0);
    }

    @Test
    void a_dry_run_asks_and_changes_nothing() throws Exception {
        verifier("call-log", task -> done("{}"));
        silent("dry", 2);
        List<String> before = rows();
        RunReport dry = steering.dryRun("anna");
        assertThat(dry.detail())
                .isEqualTo("[{\"verifier\":\"call-log\",\"verdict\":\"DONE\",\"then\":\"confirm\",\"tasks\":2}]");
        assertThat(dry.scanned()).isEqualTo(2);
        assertThat(rows()).isEqualTo(before);
        assertThat(traces.number("select count(*) from suspicion")).isZero();
    }

    @Test
    void a_stop_gives_back_what_was_not_judged() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        verifier("call-log", task -> {
            asked.countDown();
            until(released);
            return verdict("RUNNING");
        });
        silent("stopped", 3);
        long id = started(steering.run("anna")).id();
        assertThat(asked.await(Wait.MOST.toSeconds(), TimeUnit.SECONDS)).isTrue();
        Answer busy = steering.run("bo");
        assertThat(busy).isInstanceOf(Answer.Busy.class);
        assertThat(steering.stop("anna")).get().returns(id, RunReport::id);
        RunReport stopped = ended(id);
        released.countDown();
        assertThat(stopped.why()).isEqualTo("stopped");
        assertThat(stopped.scanned()).isZero();
        assertThat(traces.number("select count(*) from task where task_id like 'stopped-%' and due_at <= now()"))
                .isEqualTo(3);
    }

    @Test
    void an_inspection_that_was_given_up_writes_nothing_any_more() throws Exception {
        CountDownLatch released = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(1);
        verifier("call-log", task -> {
            asked.countDown();
            until(released);
            return verdict("RUNNING");
        });
        silent("given-up", 1);
        Inspection inspection = landing.part(Inspection.class);
        long id = started(steering.run("anna")).id();
        assertThat(asked.await(Wait.MOST.toSeconds(), TimeUnit.SECONDS)).isTrue();
        // as another node does when this one has been frozen
        ledger("update inspection set ended_at = now(), why = 'lost' where id = " + id);
        released.countDown();
        await().atMost(Wait.MOST).until(() -> steering.status().running() == null);
        assertThat(inspection.settleRepairs()).isEmpty();
        await().during(Duration.ofSeconds(2))
                .atMost(Wait.MOST)
                .until(() -> traces.number("select count(*) from suspicion") == 0);
        assertThat(report(id).why()).isEqualTo("lost");
        assertThat(report(id).scanned()).isZero();
    }

    @Test
    void lowered_min_ages_hold_for_tasks_that_would_be_due_by_the_old_ones() throws Exception {
        verifier("call-log", task -> verdict("RUNNING"));
        silent("lowered", 1);
        ledger("update task set due_at = state_since + interval '10 days' where task_id = 'lowered-0'");
        ledger("update inspection_control set min_ages = 'PT240H {}'");
        run();
        assertThat(traces.number("select count(*) from suspicion where task_id = 'lowered-0'"))
                .isEqualTo(1);
        assertThat(traces.ledger().queryForObject("select min_ages from inspection_control", String.class))
                .isEqualTo("PT5M {}");
    }

    @Test
    void an_inspection_that_must_end_while_it_sets_due_times_leaves_the_rest_to_the_next() throws Exception {
        ledger("update inspection_control set min_ages = 'PT240H {}'");
        ledger(
                """
                insert into task (task_id, index_name, state, attempt, version, landed_version, highest_seq, marks, created_at,
                    state_since, updated_at, due_at)
                select 'later-' || n, 'inspected', 'ANALYZING', 1, 1, 1, 0, '', now(), now(), now(),
                    now() + interval '10 days' + n * interval '1 second'
                from generate_series(1, 2500) n
                """);
        try {
            long id;
            try (Connection held = Objects.requireNonNull(traces.ledger().getDataSource())
                            .getConnection();
                    Statement lock = held.createStatement()) {
                held.setAutoCommit(false);
                lock.execute("select 1 from task where task_id = 'later-1' for update");
                id = started(steering.run("anna")).id();
                await().atMost(Wait.MOST)
                        .until(() ->
                                traces.number("select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
                                                + " and query like 'update task t set due_at = t.state_since%'")
                                        == 1);
                steering.stop("anna");
                held.rollback();
                held.setAutoCommit(true);
            }
            assertThat(ended(id).why()).isEqualTo("stopped");
            assertThat(traces.number("select count(*) from task where task_id like 'later-%'"
                            + " and due_at > now() + interval '1 day'"))
                    .as("those behind the first page")
                    .isEqualTo(1_500);
            assertThat(traces.ledger().queryForObject("select min_ages from inspection_control", String.class))
                    .isEqualTo("PT240H {}");
        } finally {
            ledger("delete from task where task_id like 'later-%'");
        }
    }

    @Test
    void a_trigger_that_somebody_blocked_in_the_database_is_told_of() {
        steering.tune("test", Map.of("period", "1s"));
        await().atMost(Wait.MOST).until(() -> {
            ledger("update qrtz_triggers set trigger_state = 'BLOCKED' where trigger_name = 'inspect'");
            return traces.openAlarms("inspection-overdue") == 1;
        });
        await().atMost(Wait.MOST).until(() -> traces.openAlarms("schedule-stuck:inspect") == 1);
        assertThat(traces.openAlarms("compensation-overdue")).isZero();
        ledger("update qrtz_triggers set trigger_state = 'WAITING' where trigger_name = 'inspect'");
        await().atMost(Wait.MOST)
                .until(() -> traces.openAlarms("inspection-overdue") == 0
                        && traces.openAlarms("schedule-stuck:inspect") == 0);
    }

    @Test
    void paused_it_looks_at_nothing_and_says_who_paused_it() throws Exception {
        verifier("call-log", task -> verdict("RUNNING"));
        silent("paused", 1);
        assertThat(steering.pause("bo").pausedBy()).isEqualTo("bo");
        ledger("update inspection_control set next_at = now() - interval '1 minute'");
        assertThat(steering.run("cleo")).isInstanceOfSatisfying(Answer.Paused.class, no -> assertThat(no.by())
                .isEqualTo("bo"));
        var before = steering.status().lookedAt();
        await().atMost(Wait.MOST).until(() -> steering.status().lookedAt().isAfter(before.plusMillis(1)));
        assertThat(traces.number("select count(*) from suspicion where task_id = 'paused-0'"))
                .isZero();
        ledger("update inspection_control set paused_at = now() - interval '3 hours'");
        await().atMost(Wait.MOST).until(() -> traces.openAlarms("inspection-paused") == 1);
        assertThat(traces.openAlarms("inspection-overdue")).isZero();
        steering.resume("bo");
        await().atMost(Wait.MOST)
                .until(() -> traces.number("select count(*) from suspicion where task_id = 'paused-0'") == 1);
        await().atMost(Wait.MOST).until(() -> traces.openAlarms("inspection-paused") == 0);
    }

    @Test
    void it_is_steered_over_http_jmx_and_by_messages() throws Exception {
        assertThat(ask("GET", "/api/inspection", null, false).statusCode()).isEqualTo(401);
        assertThat(ask("PATCH", "/api/inspection", "{\"scanLimit\":0}", true).body())
                .contains("landfall.inspection.scan-limit: 0 is not");
        assertThat(ask("PATCH", "/api/inspection", "{\"speed\":5}", true).statusCode())
                .isEqualTo(400);
        assertThat(ask("PATCH", "/api/inspection", "{\"period\":\"7m\",\"scanLimit\":900}", true)
                        .body())
                .contains("\"period\":\"PT7M\",\"scanLimit\":900")
                .contains("\"tunedBy\":\"admin\"");
        assertThat(ask("POST", "/api/inspection/dry-run", "{}", true).body()).contains("\"dryRun\":true");
        assertThat(ask("POST", "/api/inspection/pause", "{}", true).body()).contains("\"pausedBy\":\"admin\"");
        assertThat(ask("POST", "/api/inspection/run", "{}", true).statusCode()).isEqualTo(409);
        assertThat(ask("POST", "/api/inspection/resume", "{}", true).body()).contains("\"paused\":false");
        assertThat(ask("POST", "/api/inspection/stop", "{}", true).statusCode()).isEqualTo(200);
        assertThat(ask("GET", "/api/inspection/runs?limit=1", null, true).body())
                .contains("\"next\":");

        MBeanServer jmx = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("io.landfall:type=Inspection");
        assertThat(jmx.getAttribute(name, "ScanLimit")).isEqualTo(900);
        jmx.invoke(
                name, "tune", new Object[] {"scanLimit", "800"}, new String[] {"java.lang.String", "java.lang.String"});
        assertThat(steering.status().settings().scanLimit()).isEqualTo(800);

        landing.command("{\"command\":\"inspection.tune\",\"filter\":{\"scanLimit\":700},\"by\":\"ann\"}");
        await().atMost(Wait.MOST).until(() -> steering.status().settings().scanLimit() == 700);
        assertThat(traces.number("select count(*) from operator_action where action = 'inspection.tune'"
                        + " and operator in ('admin', 'jmx', 'unverified:ann')"))
                .isGreaterThanOrEqualTo(3);
    }

    /** So many tasks that have been ANALYZING for longer than the least age. */
    private void silent(String name, int number) {
        List<Fact> facts = IntStream.range(0, number)
                .mapToObj(i -> Fact.of(name + "-" + i, "STARTED"))
                .toList();
        landing.send(facts);
        landing.settled();
        ledger("update task set state_since = now() - interval '20 minutes', due_at = now() where task_id like '" + name
                + "-%'");
    }

    private List<String> rows() {
        return traces.ledger().queryForList("select t::text from task t order by task_id", String.class);
    }

    private void age(String like) {
        ledger("update task set state_since = now() - interval '2 hours', due_at = now() where task_id like '" + like
                + "'");
    }

    private List<String> states(String name) {
        return traces.ledger()
                .queryForList(
                        "select distinct state from task where task_id like ? order by 1", String.class, name + "-%");
    }

    /** A verifier that answers JSON, one entry (or several with commas between, or none) a task. */
    private void verifier(String name, Function<Suspect, String> answer) throws Exception {
        landing.part(CamelContext.class).addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                from("direct:verify-" + name).routeId("verify-" + name).process(exchange -> {
                    assertThat(exchange.getMessage().getHeaders()).isEmpty();
                    List<?> suspects = exchange.getMessage().getBody(List.class);
                    exchange.getMessage()
                            .setBody(suspects.stream()
                                    .map(Suspect.class::cast)
                                    .map(one -> answer.apply(one).replace("%s", one.taskId()))
                                    .filter(entry -> !entry.isEmpty())
                                    .collect(Collectors.joining(",", "[", "]")));
                });
            }
        });
    }

    private static String verdict(String word) {
        return "{\"taskId\":\"%s\",\"verdict\":\"" + word + "\"}";
    }

    private static String done(String result) {
        return "{\"taskId\":\"%s\",\"verdict\":\"DONE\",\"result\":" + result + "}";
    }

    private static String failed() {
        return "{\"taskId\":\"%s\",\"verdict\":\"FAILED\",\"error\":{\"code\":\"oom\",\"message\":\"m\"}}";
    }

    private static void until(CountDownLatch latch) {
        try {
            latch.await(Wait.MOST.toSeconds(), TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** As soon as the schedule is not at it. */
    private RunReport run() {
        AtomicReference<Answer> answer = new AtomicReference<>();
        await().atMost(Wait.MOST).until(() -> {
            answer.set(steering.run("anna"));
            return answer.get() instanceof Answer.Started;
        });
        return ended(started(answer.get()).id());
    }

    private static RunReport started(Answer answer) {
        assertThat(answer).isInstanceOf(Answer.Started.class);
        return ((Answer.Started) answer).run();
    }

    private RunReport ended(long id) {
        await().atMost(Wait.MOST).until(() -> report(id).endedAt() != null);
        return report(id);
    }

    private RunReport report(long id) {
        return steering.runs(id + 1, 1).get(0);
    }

    private RunReport lastOf(String trigger) {
        await().atMost(Wait.MOST).until(() -> steering.status().running() == null);
        return steering.runs(null, 50).stream()
                .filter(run -> run.trigger().equals(trigger))
                .findFirst()
                .orElseThrow();
    }

    private void ledger(String sql) {
        traces.ledger().update(sql);
    }

    private HttpResponse<String> ask(String method, String path, String body, boolean login) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + landing.port() + path))
                .header("Content-Type", "application/json")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (login) {
            String pair = Base64.getEncoder().encodeToString("admin:only-for-tests".getBytes(UTF_8));
            request.header("Authorization", "Basic " + pair);
        }
        return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
    }
}
