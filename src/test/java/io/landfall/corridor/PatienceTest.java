package io.landfall.corridor;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class PatienceTest {
    @Test
    void a_pause_within_the_bound_is_granted() {
        assertThat(Patience.of(Duration.ofMinutes(1), () -> false).pause(Duration.ofMillis(20)))
                .isTrue();
    }

    @Test
    void a_pause_ends_with_the_bound() {
        Patience patience = Patience.of(Duration.ofMillis(60), () -> false);
        assertThat(patience.pause(Duration.ofMinutes(5))).isFalse();
        assertThat(patience.pause(Duration.ZERO)).isFalse();
    }

    @Test
    void a_stop_wakes_whoever_waits() {
        AtomicBoolean stopping = new AtomicBoolean();
        Patience patience = Patience.of(Duration.ofMinutes(5), stopping::get);
        CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(() -> patience.pause(Duration.ofMinutes(5)));
        stopping.set(true);
        await().atMost(Wait.MOST).until(waiting::isDone);
        assertThat(waiting.join()).isFalse();
    }

    @Test
    void an_interrupt_ends_the_wait_and_stays_set() {
        Thread.currentThread().interrupt();
        assertThat(Patience.of(Duration.ofMinutes(5), () -> false).pause(Duration.ofMinutes(5)))
                .isFalse();
        assertThat(Thread.interrupted()).isTrue();
    }
}
