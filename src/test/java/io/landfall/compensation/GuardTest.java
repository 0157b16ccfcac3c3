package io.landfall.compensation;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class GuardTest {
    private final Guard guard = new Guard();

    @Test
    void too_few_tries_say_nothing() {
        tries(Guard.TRIES - 1, true);
        assertThat(guard.isTripped()).isFalse();
        guard.tried(true);
        assertThat(guard.isTripped()).isTrue();
    }

    @Test
    void half_is_not_more_than_half() {
        tries(100, true);
        tries(100, false);
        assertThat(guard.isTripped()).isFalse();
    }

    @Test
    void only_the_last_tries_count() {
        tries(1_000, false);
        tries(100, true);
        assertThat(guard.isTripped()).isFalse();
        guard.tried(true);
        assertThat(guard.isTripped()).isTrue();
        tries(100, false);
        assertThat(guard.isTripped()).isFalse();
    }

    private void tries(int number, boolean failed) {
        for (int i = 0; i < number; i++) {
            guard.tried(failed);
        }
    }
}
