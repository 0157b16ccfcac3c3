package io.landfall.view;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class BackoffTest {
    private final Backoff backoff = new Backoff(Duration.ofMillis(500), Duration.ofSeconds(10));

    @Test
    void the_ceiling_doubles_up_to_the_most() {
        assertThat(backoff.ceiling(1)).isEqualTo(Duration.ofMillis(500));
        assertThat(backoff.ceiling(2)).isEqualTo(Duration.ofSeconds(1));
        assertThat(backoff.ceiling(5)).isEqualTo(Duration.ofSeconds(8));
        assertThat(backoff.ceiling(6)).isEqualTo(Duration.ofSeconds(10));
        assertThat(backoff.ceiling(Integer.MAX_VALUE)).isEqualTo(Duration.ofSeconds(10));
        assertThat(backoff.ceiling(0)).isEqualTo(Duration.ofMillis(500));
    }

    @Test
    void the_wait_is_anything_below_the_ceiling() {
        assertThat(backoff.after(3, () -> 0.0)).isEqualTo(Duration.ZERO);
        assertThat(backoff.after(3, () -> 0.5)).isEqualTo(Duration.ofSeconds(1));
        assertThat(backoff.after(100, () -> 0.999)).isLessThan(Duration.ofSeconds(10));
    }

    @Test
    void a_ceiling_below_the_first_wait_is_refused() {
        assertThatThrownBy(() -> new Backoff(Duration.ofSeconds(2), Duration.ofSeconds(1)))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
