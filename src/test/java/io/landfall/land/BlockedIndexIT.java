package io.landfall.land;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.landfall.alarm.Availability;
import io.landfall.alarm.Component;
import io.landfall.failure.IndexBlock;
import io.landfall.failure.IndexFailures;
import io.landfall.fault.EsProxy;
import io.landfall.stack.Wait;
import io.landfall.view.IndexBreakers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** One of two indices takes no writes: the other goes on, one failure stands for all, and it resumes by itself. */
class BlockedIndexIT {
    private static final AtomicInteger RUN = new AtomicInteger();

    @RegisterExtension
    static final Landings BLOCKED = Landings.blocked();

    private final Landing landing = BLOCKED.landing();
    private final Traces traces = landing.traces();
    private final List<String> ids = new ArrayList<>();
    private final String run = "run-" + RUN.incrementAndGet() + "-";

    @AfterEach
    void all_lands_and_the_failure_ends() {
        landing.proxy().behave(EsProxy.TRANSPARENT);
        block(false);
        AtomicInteger tries = new AtomicInteger();
        await("the index resumes by itself").atMost(Wait.MOST).until(() -> {
            String id = run + "resumes-" + tries.incrementAndGet();
            landing.send(Fact.of(id, "COMPLETED"));
            return landing.settled().row(id).isLanded()
                    && landing.part(IndexBreakers.class).blocks().isEmpty();
        });
        // an event more is as good as a compensation
        landing.send(
                traces
                        .ledger()
                        .queryForList("select task_id from task where landed_version < version", String.class)
                        .stream()
                        .map(id -> Fact.of(id, "COMPLETED"))
                        .toList());
        landing.settled();
        assertThat(unlanded("blocked")).isZero();
        await().atMost(Wait.MOST)
                .until(() -> traces.number("select count(*) from failure where status <> 'RESOLVED'") == 0);
        assertThat(ids).allSatisfy(id -> assertThat(
                        traces.document(id).path("landfall").path("version").asLong())
                .isEqualTo(traces.row(id).version()));
    }

    @Test
    void the_other_goes_on_and_one_failure_stands_for_all_tasks() {
        block(true);
        AtomicInteger documents = new AtomicInteger();
        landing.proxy().behave(call -> {
            if (call.isBulk()) {
                documents.addAndGet((int) new String(call.body(), StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> line.contains("\"_index\":\"blocked\""))
                        .count());
            }
            return call.pass();
        });
        long failuresBefore = traces.number("select count(*) from failure");
        int first = sendRound(0);
        for (int round = 1; round < 8; round++) {
            sendRound(round);
        }
        assertThat(unlanded("blocked")).isEqualTo(80);
        assertThat(unlanded("blocked-apart")).isZero();
        assertThat(traces.number("select count(*) from failure") - failuresBefore)
                .isEqualTo(1);
        assertThat(
                        traces.number(
                                """
                        select count(*) from failure where kind = 'index' and index_name = 'blocked' and status = 'PENDING'
                            and cause = 'index-blocked' and task_id is null and reason like '%FORBIDDEN%'
                        """))
                .isEqualTo(1);
        assertThat(
                        traces.number(
                                """
                        select count(*) from failure_attempt a join failure f on f.id = a.failure_id
                        where f.status = 'PENDING' and a.http_status = 403
                        """))
                .isEqualTo(1);
        assertThat(landing.part(IndexBreakers.class).blocks())
                .extracting(IndexBlock::index)
                .containsExactly("blocked");
        assertThat(landing.part(Availability.class).absence(Component.VIEW)).isEmpty();
        assertThat(landing.part(IndexFailures.class).resolve("blocked")).isFalse();
        // once all of the first batches of two partitions, then one a period
        assertThat(documents.get()).isBetween(1, first + 40);
    }

    @Test
    void when_too_many_tasks_wait_their_batches_wait_and_kafka_keeps_the_rest() {
        block(true);
        List<Fact> facts = new ArrayList<>();
        for (int i = 0; i < 130; i++) {
            facts.add(fact("many-" + i));
        }
        landing.send(facts);
        AtomicInteger more = new AtomicInteger();
        Availability availability = landing.part(Availability.class);
        await().atMost(Wait.MOST).until(() -> {
            landing.send(fact("more-" + more.incrementAndGet()));
            return availability.absence(Component.VIEW).isPresent();
        });
        assertThat(availability.absence(Component.VIEW).orElseThrow().reason())
                .startsWith("index blocked takes no writes");
        assertThat(traces.number("select count(*) from failure where status = 'PENDING'"))
                .isEqualTo(1);
    }

    /** Ten for each index; how many were sent to the blocked one. */
    private int sendRound(int round) {
        List<Fact> facts = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            facts.add(fact(round + "-" + i));
            facts.add(Fact.of(run + "apart-" + round + "-" + i, "SUBMITTED").text("index", "blocked-apart"));
        }
        landing.send(facts);
        landing.settled();
        return 10;
    }

    private Fact fact(String name) {
        ids.add(run + name);
        return Fact.of(run + name, "SUBMITTED");
    }

    private long unlanded(String index) {
        return traces.number(
                "select count(*) from task where landed_version < version and index_name = '" + index + "'");
    }

    private void block(boolean blocked) {
        traces.view()
                .call(
                        "PUT",
                        "/blocked-000001/_settings",
                        "{\"index.blocks.write\":" + (blocked ? "true" : "null") + "}");
    }
}
