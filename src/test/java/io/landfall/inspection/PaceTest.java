package io.landfall.inspection;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class PaceTest {
    private static final Settings SETTINGS = new Settings(Duration.ofMinutes(5), 1_000, Duration.ofSeconds(30));

    private static Pace after(Pace pace, int... found) {
        Pace next = pace;
        for (int number : found) {
            next = next.after(number, SETTINGS, 5, 3);
        }
        return next;
    }

    private static final Pace USUAL = new Pace(Duration.ofMinutes(5), 0);

    @Test
    void half_of_the_limit_halves_it_down_to_a_fifth_of_the_period() {
        assertThat(after(USUAL, 499).every()).isEqualTo(Duration.ofMinutes(5));
        assertThat(after(USUAL, 500).every()).isEqualTo(Duration.ofSeconds(150));
        assertThat(after(USUAL, 500, 1_000).every()).isEqualTo(Duration.ofSeconds(75));
        assertThat(after(USUAL, 500, 500, 500, 500).every()).isEqualTo(Duration.ofMinutes(1));
    }

    @Test
    void three_empty_looks_double_it_up_to_three_periods() {
        assertThat(after(USUAL, 0, 0).every()).isEqualTo(Duration.ofMinutes(5));
        assertThat(after(USUAL, 0, 0, 0).every()).isEqualTo(Duration.ofMinutes(10));
        assertThat(after(USUAL, 0, 0, 0, 0, 0).every()).isEqualTo(Duration.ofMinutes(15));
    }

    @Test
    void a_few_set_it_back_to_the_period() {
        assertThat(after(USUAL, 0, 0, 0, 0, 3)).isEqualTo(USUAL);
        assertThat(after(USUAL, 1_000, 1_000, 3)).isEqualTo(USUAL);
        assertThat(after(USUAL, 0, 0, 3, 0).emptyLooks()).isEqualTo(1);
    }

    @Test
    void much_after_nothing_is_fast_at_once() {
        assertThat(after(USUAL, 0, 0, 0, 0, 0, 1_000).every()).isEqualTo(Duration.ofSeconds(150));
    }

    @Test
    void a_pace_of_another_period_comes_within_bounds() {
        assertThat(after(new Pace(Duration.ofDays(1), 0), 0).every()).isEqualTo(Duration.ofMinutes(15));
        assertThat(after(new Pace(Duration.ofMillis(1), 0), 0).every()).isEqualTo(Duration.ofMinutes(1));
    }
}
