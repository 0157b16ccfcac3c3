package io.landfall.land;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.landfall.audit.ViewWrites;
import io.landfall.compensation.Answer;
import io.landfall.compensation.Steering;
import io.landfall.fault.BulkFaults;
import io.landfall.fault.EsProxy;
import io.landfall.ledger.Ledger;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A write is acknowledged by the view before a newer one of the same task, and noted in the ledger after it: the task
 * must not count as un-landed with nobody left who would write it.
 */
class LateNoteIT {
    @RegisterExtension
    static final Landings COMPENSATED = Landings.compensated();

    private final Landing landing = COMPENSATED.landing();
    private final Traces traces = landing.traces();
    private final Steering steering = landing.part(Steering.class);

    @BeforeEach
    void nothing_waits() {
        traces.ledger().update("delete from failure");
        traces.ledger().update("update task set landed_version = version");
        steering.tune("test", Map.of("rate", 1_000, "batchSize", 100));
    }

    @AfterEach
    void no_trouble() {
        landing.proxy().behave(EsProxy.TRANSPARENT);
    }

    @Test
    void compensation_lands_what_it_noted_late_once_more() {
        landing.proxy().behave(BulkFaults.items(id -> id.equals("late-try"), 429, "es_rejected_execution_exception"));
        submit("late-try");
        traces.ledger().update("update failure set next_attempt_at = now()");
        completesBeforeTheNote("late-try");
        run();
        assertLanded("late-try");
    }

    @Test
    void a_drain_lands_what_it_noted_late_once_more() {
        submit("late-drain");
        traces.ledger()
                .update("update task set landed_version = 0, version = version + 1 where task_id = 'late-drain'");
        traces.ledger()
                .update("insert into failure (kind, index_name, operation, version, cause, reason, trigger_name,"
                        + " fragment, truncated, status) values ('index', 'compensated', 'index', 0, 'index-blocked',"
                        + " 'read-only', 'task-events', '', false, 'PENDING')");
        completesBeforeTheNote("late-drain");
        run();
        assertLanded("late-drain");
    }

    @Test
    void so_does_whoever_lands_one_task() {
        submit("late-one");
        completesBeforeTheNote("late-one");
        assertThat(landing.part(ViewWrites.class)
                        .write(landing.part(Ledger.class)
                                .read(List.of("late-one"))
                                .get(0)))
                .isTrue();
        assertLanded("late-one");
    }

    private void submit(String id) {
        landing.send(Fact.of(id, "SUBMITTED"));
        landing.settled();
    }

    /** Between the view's next answer and its note, the task ends, and that has landed. */
    private void completesBeforeTheNote(String id) {
        AtomicBoolean done = new AtomicBoolean();
        landing.proxy().behave(call -> {
            if (!call.isBulk() || !done.compareAndSet(false, true)) {
                return call.pass();
            }
            EsProxy.Reply reply = call.pass();
            landing.send(Fact.of(id, "COMPLETED"));
            landing.settled();
            assertThat(traces.row(id).isLanded()).isTrue();
            return reply;
        });
    }

    private void run() {
        long run = ((Answer.Started) steering.run("anna")).run().id();
        await().atMost(Wait.MOST).until(() -> steering.runs(run + 1, 1).get(0).endedAt() != null);
        assertThat(steering.runs(run + 1, 1).get(0).why()).isEqualTo("done");
    }

    private void assertLanded(String id) {
        Traces.Row row = traces.row(id);
        assertThat(row.state()).isEqualTo("ANALYZED");
        assertThat(row.isLanded()).isTrue();
        assertThat(traces.document(id).path("landfall").path("version").asLong())
                .isEqualTo(row.version());
        assertThat(traces.failures(id)).allMatch(failure -> !failure.status().equals("PENDING"));
    }
}
