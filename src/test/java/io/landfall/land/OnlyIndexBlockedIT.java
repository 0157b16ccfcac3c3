package io.landfall.land;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.landfall.alarm.Availability;
import io.landfall.alarm.Component;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** The only index takes no writes: nothing can land, so Kafka keeps the backlog, and people see one failure. */
class OnlyIndexBlockedIT {

    @RegisterExtension
    static final Landings ALONE = Landings.blockedAlone();

    private final Landing landing = ALONE.landing();
    private final Traces traces = landing.traces();

    @Test
    void batches_wait_under_one_failure_that_ends_when_all_has_landed() {
        landing.send(Fact.of("first", "COMPLETED"));
        landing.settled();
        block("true");
        List<Fact> facts = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            facts.add(Fact.of("waits-" + i, "COMPLETED"));
        }
        landing.send(facts);
        Availability availability = landing.part(Availability.class);
        await().atMost(Wait.MOST)
                .until(() -> open() == 1 && availability.absence(Component.VIEW).isPresent());
        assertThat(availability.absence(Component.VIEW).orElseThrow().reason())
                .startsWith("index blocked-alone takes no writes");
        await().during(Duration.ofSeconds(3))
                .atMost(Wait.MOST)
                .until(() -> open() == 1 && traces.number("select count(*) from failure") == 1 && !landing.isSettled());

        block("null");
        landing.settled();
        assertThat(traces.number("select count(*) from task where task_id like 'waits-%'"))
                .isEqualTo(30);
        assertThat(traces.number("select count(*) from task where landed_version < version"))
                .isZero();
        assertThat(availability.absence(Component.VIEW)).isEmpty();
        await().atMost(Wait.MOST)
                .until(() -> traces.number("select count(*) from failure where kind = 'index' and status = 'RESOLVED'")
                        == 1);
        assertThat(traces.number("select count(*) from failure")).isEqualTo(1);
    }

    private long open() {
        return traces.number("select count(*) from failure where kind = 'index' and status = 'PENDING'");
    }

    private void block(String blocked) {
        traces.view().call("PUT", "/blocked-alone-000001/_settings", "{\"index.blocks.write\":" + blocked + "}");
    }
}
