package io.landfall.ops;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

import io.landfall.alarm.Availability;
import io.landfall.alarm.Component;
import io.landfall.view.KeptAlarms;
import io.landfall.view.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

class ComponentWatchTest {
    private final SettableClock clock = new SettableClock();
    private final Broker broker = new Broker(clock);
    private final Availability availability = new Availability(new KeptAlarms(), clock);
    private final ComponentWatch watch = new ComponentWatch(List.of(broker), availability, new KeptAlarms());

    @Test
    void a_first_question_that_takes_too_long_is_asked_again_before_it_is_told() {
        look(new TimeoutException());
        assertThat(availability.absence(Component.BROKER)).isEmpty();
        look(new TimeoutException());
        assertThat(availability.absence(Component.BROKER).orElseThrow().reason())
                .isEqualTo("no answer within 2 s");
        look(null);
        assertThat(availability.absence(Component.BROKER)).isEmpty();
    }

    @Test
    void one_that_has_answered_before_is_told_at_once() {
        look(null);
        look(new IllegalStateException("no broker is alive"));
        assertThat(availability.absence(Component.BROKER).orElseThrow().reason())
                .isEqualTo("IllegalStateException: no broker is alive");
    }

    private void look(@Nullable Exception problem) {
        broker.problem = problem;
        watch.look();
        clock.pass(Duration.ofSeconds(10));
    }

    private static final class Broker extends Probe {
        private @Nullable Exception problem;

        Broker(Clock clock) {
            super(Component.BROKER, clock);
        }

        @Override
        Map<String, Object> ask() throws Exception {
            if (problem != null) {
                throw problem;
            }
            return Map.of();
        }
    }
}
