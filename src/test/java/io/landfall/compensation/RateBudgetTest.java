package io.landfall.compensation;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

/** Time is set by hand. */
class RateBudgetTest {
    private final AtomicLong now =
            new AtomicLong(Long.MAX_VALUE - Duration.ofHours(1).toNanos());
    private final RateBudget budget = new RateBudget(now::get);

    @Test
    void a_slice_is_waited_for_before_the_next() {
        assertThat(budget.pause()).isZero();
        budget.take(250, 500);
        assertThat(budget.pause()).isEqualTo(Duration.ofMillis(500));
        passes(Duration.ofMillis(200));
        assertThat(budget.pause()).isEqualTo(Duration.ofMillis(300));
    }

    @Test
    void the_rate_holds_over_a_whole_run_though_writes_take_their_time() {
        long begin = now.get();
        for (int i = 0; i < 400; i++) {
            passes(budget.pause());
            budget.take(250, 500);
            // a write; now and then a slow one
            passes(Duration.ofMillis(i % 10 == 0 ? 1_400 : 120));
        }
        double seconds = (now.get() - begin) / 1e9;
        assertThat(400 * 250 / seconds).isCloseTo(500, within(500 * 0.05));
    }

    @Test
    void what_was_missed_long_ago_is_not_made_up_for() {
        budget.take(1, 500);
        passes(Duration.ofMinutes(1));
        int burst = 0;
        while (budget.pause().isZero()) {
            budget.take(10, 500);
            burst += 10;
        }
        assertThat(burst).isLessThanOrEqualTo(510);
    }

    @Test
    void a_new_rate_holds_for_the_next_slice() {
        budget.take(10, 100);
        passes(budget.pause());
        budget.take(10, 10);
        assertThat(budget.pause()).isEqualTo(Duration.ofSeconds(1));
    }

    private void passes(Duration time) {
        now.addAndGet(time.toNanos());
    }
}
