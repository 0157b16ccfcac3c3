package io.landfall.land;

import java.lang.management.ManagementFactory;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

import javax.management.MBeanServer;
import javax.management.ObjectName;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.landfall.compensation.Answer;
import io.landfall.compensation.Compensation;
import io.landfall.compensation.RunReport;
import io.landfall.compensation.Steering;
import io.landfall.fault.BulkFaults;
import io.landfall.fault.EsProxy;
import io.landfall.stack.Wait;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What did not land gets its second chance: restrained, steered, and never at the cost of something newer. */
class SecondChanceIT {
    @RegisterExtension
    static final Landings COMPENSATED = Landings.compensated();

    private final Landing landing = COMPENSATED.landing();
    private final Traces traces = landing.traces();
    private final Steering steering = landing.part(Steering.class);

    @BeforeEach
    void nothing_waits() {
        steering.resume("test");
        steering.tune("test", nothing("rate", "batchSize", "maxAttempts", "window"));
        ledger("delete from failure");
        ledger("update task set landed_version = version");
    }

    @AfterEach
    void no_trouble() {
        landing.proxy().behave(EsProxy.TRANSPARENT);
        steering.stop("test");
        await().atMost(Wait.MOST).until(() -> steering.status().running() == null);
    }

    @Test
    void what_failed_passingly_lands_in_the_next_run() {
        List<String> ids = failed("passing", 30);
        RunReport run = run();
        assertThat(run.why()).isEqualTo("done");
        assertThat(run.tried()).isEqualTo(30);
        assertThat(run.resolved()).isEqualTo(30);
        assertThat(run.by()).isEqualTo("anna");
        assertThat(ids).allSatisfy(id -> {
            assertThat(traces.row(id).isLanded()).isTrue();
            assertThat(traces.document(id).path("landfall").path("version").asLong())
                    .isEqualTo(traces.row(id).version());
            Traces.FailureSeen failure = traces.failures(id).get(0);
            assertThat(failure.status()).isEqualTo("RESOLVED");
            assertThat(traces.tries(failure))
                    .extracting(Traces.Try::triggerName)
                    .containsExactly("task-events", "compensation");
            assertThat(traces.tries(failure).get(1)).satisfies(attempt -> {
                assertThat(attempt.httpStatus()).isEqualTo(200);
                assertThat(attempt.cause()).isEqualTo("landed");
            });
        });
        assertThat(steering.runs(null, 1)).first().isEqualTo(run);
        assertThat(traces.number(
                        "select count(*) from operator_action where operator = 'anna' and action ="
                                + " 'compensation.run' and detail = 'run ' || ?",
                        run.id()))
                .isEqualTo(1);
    }

    @Test
    void old_ones_at_their_cap_do_not_starve_fresh_ones() {
        steering.tune("test", Map.of("batchSize", 50));
        failed("fresh-old", 100);
        ledger("update failure set retry_count = 2, next_attempt_at = now() - interval '1 hour'");
        List<String> fresh = failed("fresh-new", 10);
        ledger("update failure set next_attempt_at = now() - interval '1 second' where retry_count = 0");
        throttle("fresh-old");
        RunReport run = run();
        assertThat(run.tried()).isEqualTo(110);
        assertThat(run.exhausted()).isEqualTo(100);
        long inFirstClaim = traces.number(
                """
                select count(*) from failure_attempt a join failure f on f.id = a.failure_id
                where a.trigger_name = 'compensation' and f.task_id like 'fresh-new%'
                    and a.at = (select min(at) from failure_attempt where trigger_name = 'compensation')
                """);
        assertThat(inFirstClaim).isEqualTo(fresh.size());
    }

    @Test
    void at_its_cap_a_failure_is_exhausted_and_one_alarm_counts_them_until_an_operator_retries() {
        List<String> ids = failed("capped", 4);
        throttle("capped");
        for (int tries = 1; tries < 3; tries++) {
            assertThat(run().failed()).isEqualTo(4);
            ledger("update failure set next_attempt_at = now()");
        }
        assertThat(run().exhausted()).isEqualTo(4);
        String alarm = "exhausted:compensated:throttled";
        await().atMost(Wait.MOST).untilAsserted(() -> assertThat(traces.ledger()
                        .queryForList(
                                "select summary from alarm where alarm_key = ? and closed_at is null",
                                String.class,
                                alarm))
                .singleElement()
                .asString()
                .startsWith("4 failures"));
        Traces.FailureSeen failure = traces.failures(ids.get(0)).get(0);
        assertThat(failure.status()).isEqualTo("EXHAUSTED");
        assertThat(traces.tries(failure)).extracting(Traces.Try::number).containsExactly(1, 2, 3, 4);
        assertThat(traces.tries(failure).get(3).reason()).contains("made by a test");

        // what an operator's retry does; it fails once more, which is not the end again
        ledger("update failure set status = 'PENDING', next_attempt_at = now(), cap_from = retry_count");
        assertThat(run().failed()).isEqualTo(4);
        landing.proxy().behave(EsProxy.TRANSPARENT);
        ledger("update failure set next_attempt_at = now()");
        assertThat(run().resolved()).isEqualTo(4);
        await().atMost(Wait.MOST).until(() -> traces.openAlarms(alarm) == 0);
    }

    @Test
    void what_was_due_for_longer_than_the_window_is_exhausted_without_a_try() {
        failed("old", 2);
        ledger("update failure set next_attempt_at = now() - interval '25 hours' where task_id = 'old-0'");
        ledger("update compensation_control set resumed_at = null");
        look();
        assertThat(status("old-0")).isEqualTo("EXHAUSTED");
        assertThat(status("old-1")).isEqualTo("PENDING");

        ledger("update failure set status = 'PENDING', next_attempt_at = now() - interval '25 hours'");
        steering.pause("bo");
        steering.resume("bo");
        look();
        assertThat(status("old-0")).as("a pause does not count").isEqualTo("PENDING");
    }

    @Test
    void paused_resumed_and_run_by_hand_in_the_same_second_is_one_run() throws Exception {
        steering.tune("test", Map.of("rate", 50));
        failed("same-second", 200);
        List<Callable<Answer>> wishes = new ArrayList<>();
        for (int i = 0; i < 8; i++) {
            wishes.add(() -> {
                steering.pause("bo");
                steering.resume("bo");
                return steering.run("bo");
            });
        }
        ExecutorService people = Executors.newFixedThreadPool(wishes.size());
        try {
            people.invokeAll(wishes);
        } finally {
            people.shutdown();
        }
        assertThat(traces.number("select count(*) from compensation_run where ended_at is null"))
                .isLessThanOrEqualTo(1);
        // the last pause may be about to end the run that is under way: a new one
        steering.stop("bo");
        await().atMost(Wait.MOST).until(() -> steering.status().running() == null);
        steering.run("bo");
        Answer again = steering.run("cleo");
        RunReport underWay = steering.status().running();
        assertThat(again)
                .isInstanceOfSatisfying(
                        Answer.Busy.class, busy -> assertThat(busy.run().id()).isEqualTo(underWay.id()));

        steering.pause("bo");
        RunReport paused = ended(underWay.id());
        assertThat(paused.why()).isEqualTo("paused");
        assertThat(steering.run("cleo")).isInstanceOfSatisfying(Answer.Paused.class, no -> assertThat(no.by())
                .isEqualTo("bo"));
        look();
        assertThat(steering.status().running()).isNull();
        steering.resume("bo");
        steering.tune("test", Map.of("rate", 5_000));
        run();
        assertThat(traces.number("select count(*) from failure where status <> 'RESOLVED'"))
                .isZero();
        assertThat(traces.number("select coalesce(max(retry_count), 0) from failure"))
                .isEqualTo(1);
    }

    @Test
    void a_stop_takes_effect_after_half_a_seconds_worth_and_the_next_run_goes_on() {
        steering.tune("test", Map.of("rate", 50));
        failed("stopped", 200);
        AtomicInteger documents = new AtomicInteger();
        landing.proxy().behave(call -> {
            if (call.isBulk()) {
                documents.addAndGet(new String(call.body(), UTF_8).split("\"_id\"", -1).length - 1);
            }
            return call.pass();
        });
        long id = started(steering.run("anna")).id();
        await().atMost(Wait.MOST).until(() -> documents.get() >= 50);
        assertThat(steering.stop("anna")).get().returns(id, RunReport::id);
        int written = documents.get();
        RunReport run = ended(id);
        assertThat(documents.get() - written).isLessThanOrEqualTo(25);
        assertThat(run.why()).isEqualTo("stopped");
        assertThat(run.stoppedBy()).isEqualTo("anna");
        assertThat(run.resolved()).isLessThan(200);
        assertThat(traces.number("select count(*) from failure where status = 'CLAIMED'"))
                .isZero();

        steering.tune("test", Map.of("rate", 5_000));
        assertThat(run().tried()).isEqualTo(200 - run.tried());
        assertThat(traces.number("select count(*) from failure where status = 'RESOLVED' and retry_count = 1"))
                .isEqualTo(200);
    }

    @Test
    void a_dry_run_tells_what_would_be_tried_and_writes_nothing() {
        failed("dry", 5);
        long bulks = landing.proxy().bulks();
        List<Map<String, Object>> before = traces.ledger().queryForList("select * from failure order by id");
        RunReport dry = steering.dryRun("anna");
        assertThat(dry.detail())
                .isEqualTo("[{\"index\" : \"compensated\", \"cause\" : \"throttled\", \"failures\" : 5,"
                        + " \"neverRetried\" : 5}]");
        assertThat(dry.dryRun()).isTrue();
        assertThat(landing.proxy().bulks()).isEqualTo(bulks);
        assertThat(traces.ledger().queryForList("select * from failure order by id"))
                .isEqualTo(before);
    }

    @Test
    void a_claim_whose_node_is_silent_counts_as_a_failed_try() {
        List<String> ids = failed("silent", 2);
        claimedByADeadNode();
        ledger("update failure set retry_count = 3 where task_id = 'silent-1'");
        look();
        assertThat(status("silent-0")).isEqualTo("PENDING");
        assertThat(status("silent-1")).isEqualTo("EXHAUSTED");
        due();
        assertThat(run().resolved()).isEqualTo(1);
        Traces.FailureSeen failure = traces.failures(ids.get(0)).get(0);
        assertThat(traces.tries(failure))
                .extracting(Traces.Try::cause)
                .containsExactly("throttled", "lease-expired", "landed");
        assertThat(traces.number("select retry_count from failure where id = ?", failure.id()))
                .isEqualTo(2);
    }

    @Test
    void a_lost_run_holds_up_nobody() {
        failed("lost", 1);
        ledger("insert into compensation_run (alive_until, node, trigger_name) values (now() - interval '1 second',"
                + " 'dead', 'schedule')");
        RunReport run = run();
        assertThat(run.resolved()).isEqualTo(1);
        assertThat(steering.runs(run.id(), 1).get(0))
                .returns("lost", RunReport::why)
                .returns("dead", RunReport::node);
    }

    @Test
    void a_newer_landing_settles_a_failure_that_a_run_holds() throws Exception {
        failed("held", 1);
        Held held = holdNextBulk();
        long run = started(steering.run("anna")).id();
        held.untilHeld();
        assertThat(status("held-0")).isEqualTo("CLAIMED");
        landing.send(Fact.of("held-0", "COMPLETED").patch("{\"text\":\"newer\"}"));
        landing.settled();
        assertThat(status("held-0")).isEqualTo("SUPERSEDED");
        held.release();
        assertThat(ended(run).superseded()).isEqualTo(1);
        assertThat(status("held-0")).isEqualTo("SUPERSEDED");
        assertThat(traces.document("held-0").path("text").asText()).isEqualTo("newer");
        assertThat(traces.row("held-0").isLanded()).isTrue();
    }

    @Test
    void the_failure_of_a_newer_version_stays_open_when_the_older_one_lands() throws Exception {
        failed("crossed", 1);
        long older = traces.row("crossed-0").version();
        Held held = holdNextBulk();
        long run = started(steering.run("anna")).id();
        held.untilHeld();
        landing.send(Fact.of("crossed-0", "COMPLETED").patch("{\"text\":\"newer\"}"));
        landing.settled();
        assertThat(status("crossed-0")).isEqualTo("PENDING");
        held.release();
        ended(run);
        Traces.FailureSeen failure = traces.failures("crossed-0").get(0);
        assertThat(failure.status()).isEqualTo("PENDING");
        assertThat(failure.version())
                .isEqualTo(traces.row("crossed-0").version())
                .isGreaterThan(older);
        assertThat(traces.row("crossed-0").landedVersion()).isEqualTo(older);
        assertThat(traces.tries(failure)).extracting(Traces.Try::number).containsExactly(1, 2, 3);

        landing.proxy().behave(EsProxy.TRANSPARENT);
        ledger("update failure set next_attempt_at = now()");
        run();
        assertThat(status("crossed-0")).isEqualTo("RESOLVED");
        assertThat(traces.document("crossed-0").path("text").asText()).isEqualTo("newer");
    }

    @Test
    void a_task_deleted_meanwhile_is_deleted_and_one_that_is_gone_needs_nothing() {
        landing.send(Fact.of("deleted-0", "SUBMITTED"));
        landing.settled();
        failed("gone", 1);
        throttle("deleted");
        landing.send(Fact.of("deleted-0", "DELETED"));
        landing.settled();
        assertThat(status("deleted-0")).isEqualTo("PENDING");
        landing.proxy().behave(EsProxy.TRANSPARENT);
        ledger("delete from task where task_id = 'gone-0'");
        due();
        RunReport run = run();
        assertThat(run.why()).isEqualTo("done");
        assertThat(status("deleted-0")).isEqualTo("RESOLVED");
        assertThat(traces.document("deleted-0").isMissingNode()).isTrue();
        assertThat(status("gone-0")).isEqualTo("SUPERSEDED");
        assertThat(traces.document("gone-0").isMissingNode()).isTrue();
    }

    @Test
    void a_view_that_is_away_ends_the_run_and_costs_no_try() {
        failed("away", 3);
        landing.proxy().behave(call -> EsProxy.Reply.RESET);
        RunReport run = run();
        assertThat(run.why()).isEqualTo("view-away");
        assertThat(run.tried()).isZero();
        assertThat(traces.number("select count(*) from failure where status = 'PENDING' and retry_count = 0"))
                .isEqualTo(3);
        assertThat(traces.number("select count(*) from failure_attempt a join failure f on f.id = a.failure_id"))
                .isEqualTo(3);
        landing.proxy().behave(EsProxy.TRANSPARENT);
        assertThat(run().resolved()).isEqualTo(3);
    }

    @Test
    void a_run_most_of_whose_tries_fail_is_stopped_and_somebody_is_told() {
        failed("guarded", 300);
        throttle("guarded");
        RunReport run = run();
        assertThat(run.why()).isEqualTo("guard");
        assertThat(run.tried()).isBetween(200L, 250L);
        await().atMost(Wait.MOST).until(() -> traces.openAlarms("compensation-fails") == 1);
        landing.proxy().behave(EsProxy.TRANSPARENT);
        due();
        assertThat(run().resolved()).isEqualTo(300);
        await().atMost(Wait.MOST).until(() -> traces.openAlarms("compensation-fails") == 0);
    }

    @Test
    void tasks_that_waited_for_a_blocked_index_are_drained_and_its_failure_is_closed() {
        steering.tune("test", Map.of("rate", 20));
        List<Fact> facts = new ArrayList<>();
        for (int i = 0; i < 25; i++) {
            facts.add(Fact.of("waited-" + i, "COMPLETED").patch("{\"text\":\"it\"}"));
        }
        landing.send(facts);
        landing.settled();
        for (int i = 0; i < 25; i++) {
            traces.view().call("DELETE", "/compensated/_doc/waited-" + i, null);
        }
        ledger("update task set landed_version = 0, version = version + 10 where task_id like 'waited-%'");
        ledger("insert into failure (kind, index_name, operation, version, cause, reason, trigger_name, fragment,"
                + " truncated, status) values ('index', 'compensated', 'index', 0, 'index-blocked', 'read-only',"
                + " 'task-events', '', false, 'PENDING')");
        ledger("insert into failure (task_id, index_name, operation, version, cause, reason, trigger_name, fragment,"
                + " truncated, status) values ('waited-7', 'compensated', 'index', 1, 'mapping', 'no', 'task-events',"
                + " '', false, 'PERMANENT')");
        RunReport run = run();
        assertThat(run.why()).isEqualTo("done");
        assertThat(run.drained()).isEqualTo(24);
        assertThat(traces.number(
                        "select count(*) from task where task_id like 'waited-%' and landed_version = version"))
                .isEqualTo(24);
        assertThat(traces.document("waited-24").path("text").asText()).isEqualTo("it");
        assertThat(traces.ledger().queryForObject("select status from failure where kind = 'index'", String.class))
                .isEqualTo("RESOLVED");
        assertThat(traces.row("waited-7").isLanded()).isFalse();
    }

    @Test
    void it_is_steered_over_http_by_those_who_log_in() throws Exception {
        steering.tune("test", Map.of("rate", 20));
        failed("http", 60);
        assertThat(ask("GET", "", null, false).statusCode()).isEqualTo(401);
        assertThat(ask("POST", "/run", null, false).statusCode()).isEqualTo(401);
        assertThat(ask("PATCH", "", "{\"rate\":0}", true).body()).contains("landfall.compensation.rate: 0 is not");
        HttpResponse<String> unknown = ask("PATCH", "", "{\"speed\":5}", true);
        assertThat(unknown.statusCode()).isEqualTo(400);
        assertThat(unknown.headers().firstValue("Content-Type"))
                .get()
                .asString()
                .startsWith("application/problem+json");
        assertThat(ask("PATCH", "", "{\"window\":\"3h\",\"rate\":21}", true).body())
                .contains("\"rate\":21,\"window\":\"PT3H\"")
                .contains("\"tunedBy\":\"admin\"");
        assertThat(ask("POST", "/run", "{}", true).statusCode()).isEqualTo(202);
        HttpResponse<String> busy = ask("POST", "/run", "{}", true);
        assertThat(busy.statusCode()).isEqualTo(409);
        assertThat(busy.body()).contains("is under way on node");
        assertThat(ask("POST", "/pause", "{}", true).body()).contains("\"pausedBy\":\"admin\"");
        HttpResponse<String> paused = ask("POST", "/run", "{}", true);
        assertThat(paused.statusCode()).isEqualTo(409);
        assertThat(ask("POST", "/resume", "{}", true).body()).contains("\"paused\":false");
        assertThat(ask("POST", "/dry-run", "{}", true).body()).contains("neverRetried");
        assertThat(ask("POST", "/stop", "{}", true).statusCode()).isEqualTo(200);
        assertThat(ask("GET", "/runs?limit=1", null, true).body()).contains("\"dryRun\":true", "\"next\":");
        assertThat(traces.number("select count(distinct action) from operator_action where operator = 'admin'"))
                .isGreaterThanOrEqualTo(6);
    }

    private HttpResponse<String> ask(String method, String path, String body, boolean login) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                        URI.create("http://127.0.0.1:" + landing.port() + "/api/compensation" + path))
                .header("Content-Type", "application/json")
                .method(method, body == null ? BodyPublishers.noBody() : BodyPublishers.ofString(body));
        if (login) {
            String pair = Base64.getEncoder().encodeToString("admin:only-for-tests".getBytes(UTF_8));
            request.header("Authorization", "Basic " + pair);
        }
        return HttpClient.newHttpClient().send(request.build(), BodyHandlers.ofString());
    }

    @Test
    void it_is_there_over_jmx() throws Exception {
        MBeanServer jmx = ManagementFactory.getPlatformMBeanServer();
        ObjectName name = new ObjectName("io.landfall:type=Compensation");
        assertThat(jmx.getAttribute(name, "Rate")).isInstanceOf(Integer.class);
        assertThat(jmx.getAttribute(name, "Paused")).isEqualTo(false);
        assertThat(jmx.invoke(name, "dryRun", new Object[0], new String[0]))
                .asString()
                .startsWith("[");
    }

    /** So many tasks whose first write the view throttles; due now. */
    private List<String> failed(String name, int number) {
        throttle(name);
        List<Fact> facts = new ArrayList<>();
        for (int i = 0; i < number; i++) {
            facts.add(Fact.of(name + "-" + i, "SUBMITTED").patch("{\"transcript\":\"t\"}"));
        }
        landing.send(facts);
        landing.settled();
        landing.proxy().behave(EsProxy.TRANSPARENT);
        due();
        List<String> ids = facts.stream().map(Fact::taskId).toList();
        assertThat(ids).allSatisfy(id -> assertThat(status(id)).isEqualTo("PENDING"));
        return ids;
    }

    private void throttle(String name) {
        landing.proxy().behave(BulkFaults.items(id -> id.startsWith(name), 429, "es_rejected_execution_exception"));
    }

    private void due() {
        ledger("update failure set next_attempt_at = now() where status = 'PENDING'");
    }

    private RunReport run() {
        return ended(started(steering.run("anna")).id());
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

    /** The schedule's look alone; the run that it opens ends before its first try. */
    private void look() {
        landing.part(Compensation.class).look(() -> false).ifPresent(run -> {
            landing.part(Compensation.class).finish(run);
        });
    }

    private void claimedByADeadNode() {
        ledger(
                """
                with claimed as (
                    update failure set status = 'CLAIMED', retry_count = 1, attempts = 2,
                        claim_token = gen_random_uuid(), claimed_until = now() - interval '1 second' returning id, version)
                insert into failure_attempt (failure_id, number, version, trigger_name, node, http_status, cause, reason, duration_ms)
                select id, 2, version, 'compensation', 'dead', 0, 'in-progress', 'claimed', 0 from claimed
                """);
    }

    private String status(String taskId) {
        List<Traces.FailureSeen> failures = traces.failures(taskId);
        return failures.isEmpty() ? "" : failures.get(failures.size() - 1).status();
    }

    private void ledger(String sql) {
        traces.ledger().update(sql);
    }

    private static Map<String, Object> nothing(String... names) {
        Map<String, Object> nothing = new java.util.HashMap<>();
        for (String name : names) {
            nothing.put(name, null);
        }
        return nothing;
    }

    /** A bulk on its way, and what comes after it is throttled. */
    private Held holdNextBulk() {
        CountDownLatch held = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        AtomicInteger bulks = new AtomicInteger();
        EsProxy.Behaviour throttled =
                BulkFaults.items(id -> id.startsWith("crossed"), 429, "es_rejected_execution_exception");
        landing.proxy().behave(call -> {
            if (!call.isBulk()) {
                return call.pass();
            }
            if (bulks.getAndIncrement() > 0) {
                return throttled.on(call);
            }
            held.countDown();
            try {
                released.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            return call.pass();
        });
        return new Held(held, released);
    }

    private record Held(CountDownLatch held, CountDownLatch released) {
        void untilHeld() throws InterruptedException {
            assertThat(held.await(Wait.MOST.toSeconds(), java.util.concurrent.TimeUnit.SECONDS))
                    .isTrue();
        }

        void release() {
            released.countDown();
        }
    }
}
