package io.landfall.overview;

import java.time.Duration;
import java.time.Instant;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class StepTest {
    private static final Instant NOW = Instant.parse("2026-01-31T08:00:05Z");

    @ParameterizedTest
    @CsvSource({
        "PT1H, PT0S, TEN_SECONDS",
        "PT1H, PT30M, TEN_SECONDS",
        "PT1H, PT90M, MINUTE",
        "PT6H, PT0S, MINUTE",
        "PT24H, PT0S, TEN_MINUTES",
        "PT5M, PT48H, TEN_MINUTES",
        "PT168H, PT0S, HOUR",
        "PT9000H, PT0S, HOUR"
    })
    void the_closest_that_is_kept_and_not_too_much(Duration range, Duration ago, Step step) {
        Instant to = NOW.minus(ago);
        assertThat(Step.of(to.minus(range), to, NOW)).isEqualTo(step);
    }

    @Test
    void a_step_begins_on_the_clock() {
        assertThat(Step.TEN_SECONDS.floor(NOW)).isEqualTo(Instant.parse("2026-01-31T08:00:00Z"));
        assertThat(Step.HOUR.floor(NOW.minusSeconds(6))).isEqualTo(Instant.parse("2026-01-31T07:00:00Z"));
    }
}
