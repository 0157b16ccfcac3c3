package io.landfall.compensation;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.landfall.compensation.Settlements.Settlement;
import io.landfall.view.Backoff;
import io.landfall.view.Tasks;
import io.landfall.view.ViewWrite;
import io.landfall.view.WriteOutcome;
import io.landfall.view.Written;

import static org.assertj.core.api.Assertions.assertThat;

class SettlementsTest {
    private static final Settings SETTINGS = new Settings(500, 3, 500, Duration.ofHours(24));
    private static final WriteOutcome.Failed THROTTLED =
            new WriteOutcome.Failed(false, "throttled", "busy\0", null, 429);

    private final Settlements settlements =
            new Settlements(new Backoff(Duration.ofSeconds(30), Duration.ofHours(1)), () -> 0.5);

    @Test
    void a_landing_closes_it() {
        assertThat(settle(1, 5, landed()).status()).isEqualTo("RESOLVED");
        assertThat(settle(1, 6, landed()).status()).isEqualTo("SUPERSEDED");
        assertThat(settle(1, 5, new WriteOutcome.Superseded()).status()).isEqualTo("SUPERSEDED");
    }

    @Test
    void a_task_that_is_gone_needs_no_document() {
        Settlement settlement = settlements.settle(claim(1), null, SETTINGS);
        assertThat(settlement.status()).isEqualTo("SUPERSEDED");
        assertThat(settlement.cause()).isEqualTo("task-gone");
    }

    @Test
    void a_failed_try_waits_longer_each_time_until_the_cap() {
        assertThat(settle(1, 5, THROTTLED))
                .returns("PENDING", Settlement::status)
                .returns("throttled", Settlement::cause)
                .returns("busy\uFFFD", Settlement::reason)
                .returns(15_000L, Settlement::waitMillis);
        assertThat(settle(2, 5, THROTTLED).waitMillis()).isEqualTo(30_000);
        assertThat(settle(3, 5, THROTTLED).status()).isEqualTo("EXHAUSTED");
        assertThat(settle(4, 5, THROTTLED).status()).isEqualTo("EXHAUSTED");
    }

    @Test
    void a_refusal_is_permanent_and_so_is_a_document_that_landed_without_a_field() {
        WriteOutcome.Failed refused = new WriteOutcome.Failed(true, "mapping", "no number", "score", 400);
        assertThat(settle(1, 5, refused))
                .returns("PERMANENT", Settlement::status)
                .returns("score", Settlement::field);
        assertThat(settle(1, 5, new WriteOutcome.Landed(List.of("score"), refused))
                        .status())
                .isEqualTo("PERMANENT");
    }

    @Test
    void a_document_that_runs_ahead_is_tried_again() {
        assertThat(settle(1, 5, new WriteOutcome.Ahead(9)))
                .returns("PENDING", Settlement::status)
                .returns("ahead", Settlement::cause);
    }

    private Settlement settle(int tries, long version, WriteOutcome outcome) {
        ViewWrite write = new ViewWrite(Tasks.task("t").version(version).build(), 0);
        return settlements.settle(claim(tries), new Written(write, outcome, 1, Duration.ofMillis(7)), SETTINGS);
    }

    private static Claim claim(int tries) {
        return new Claim(1, "t", "tasks", 5, 2, tries);
    }

    private static WriteOutcome landed() {
        return new WriteOutcome.Landed(List.of(), null);
    }
}
