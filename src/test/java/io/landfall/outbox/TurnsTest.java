package io.landfall.outbox;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

import org.junit.jupiter.api.Test;

import io.landfall.outbox.Turns.Turn;

import static org.assertj.core.api.Assertions.assertThat;

class TurnsTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 1_000);
    private final Turns turns = new Turns(nanos::get);

    @Test
    void a_topic_is_relayed_once_at_a_time_and_others_beside_it() {
        Turn turn = turns.begin("a").orElseThrow();
        assertThat(turns.begin("a")).isEmpty();
        assertThat(turns.begin("b")).isPresent();
        turn.done();
        assertThat(turns.begin("a")).isEmpty();
        turn.end();
        assertThat(turns.begin("a")).isPresent();
    }

    @Test
    void a_topic_that_nobody_answered_for_pauses_longer_each_time_and_no_longer_than_a_bound() {
        Duration pause = Duration.ofMillis(500);
        for (int failures = 1; failures < 80; failures++) {
            Turn turn = turns.begin("a").orElseThrow();
            turn.failed();
            assertThat(turn.isGoing()).isFalse();
            turn.end();
            nanos.addAndGet(pause.toNanos() - 1);
            assertThat(turns.begin("a")).as("after %d failures", failures).isEmpty();
            nanos.addAndGet(1);
            pause = pause.multipliedBy(2);
            pause = pause.toSeconds() >= 10 ? Duration.ofSeconds(10) : pause;
        }
    }

    @Test
    void an_answer_ends_the_pauses() {
        Turn failing = turns.begin("a").orElseThrow();
        failing.failed();
        failing.end();
        nanos.addAndGet(Duration.ofSeconds(10).toNanos());
        Turn answered = turns.begin("a").orElseThrow();
        answered.done();
        answered.end();
        assertThat(turns.begin("a")).isPresent();
    }
}
