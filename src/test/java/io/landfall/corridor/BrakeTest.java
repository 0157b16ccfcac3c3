package io.landfall.corridor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.Severity;

import static org.assertj.core.api.Assertions.assertThat;

class BrakeTest {
    private final List<String> said = new ArrayList<>();
    private final Brake brake = new Brake(new Alarms() {
        @Override
        public void raise(String key, Severity severity, String summary) {
            said.add("raise " + key);
        }

        @Override
        public void close(String key) {
            said.add("close " + key);
        }
    });
    /** Over already, so that nothing waits. */
    private final Patience patience = Patience.of(Duration.ZERO, () -> false);

    @Test
    void a_batch_that_fails_now_and_then_alarms_nobody() {
        anEarlierProcessLeftNothing();
        begin(5);
        brake.done(List.of("t-0"));
        begin(5);
        brake.done(List.of("t-0"));
        assertThat(said).isEmpty();
    }

    @Test
    void a_batch_that_fails_again_and_again_is_an_alarm_until_it_is_done() {
        begin(6);
        assertThat(said).containsExactly("raise " + Brake.ALARM);
        brake.done(List.of("t-0"));
        assertThat(said).containsExactly("raise " + Brake.ALARM, "close " + Brake.ALARM);
    }

    @Test
    void the_first_batch_done_ends_the_alarm_of_an_earlier_process() {
        begin(1);
        brake.done(List.of("t-0"));
        assertThat(said).containsExactly("close " + Brake.ALARM);
    }

    private void anEarlierProcessLeftNothing() {
        brake.done(List.of());
        said.clear();
    }

    private void begin(int times) {
        for (int i = 0; i < times; i++) {
            brake.begin(List.of("t-0"), patience);
        }
    }
}
