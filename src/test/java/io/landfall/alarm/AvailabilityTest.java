package io.landfall.alarm;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import io.landfall.view.KeptAlarms;
import io.landfall.view.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

class AvailabilityTest {
    private final SettableClock clock = new SettableClock();
    private final KeptAlarms alarms = new KeptAlarms();
    private final Availability availability = new Availability(alarms, clock);

    @Test
    void a_person_is_told_of_a_wrong_password_after_a_minute_and_when_it_is_right_again() {
        availability.away(Component.VIEW, "HTTP 401");
        clock.pass(Duration.ofSeconds(59));
        availability.away(Component.VIEW, "HTTP 401");
        assertThat(alarms.open()).isEmpty();
        clock.pass(Duration.ofSeconds(1));
        availability.away(Component.VIEW, "HTTP 401: security_exception");
        assertThat(alarms.open().get("view-away")).contains("HTTP 401: security_exception");
        assertThat(availability.away(Component.VIEW)).isEqualTo(Duration.ofSeconds(60));
        availability.back(Component.VIEW);
        assertThat(alarms.open()).isEmpty();
        assertThat(availability.away(Component.VIEW)).isZero();
    }

    @Test
    void an_answer_of_another_index_does_not_end_the_wait_for_one() {
        AtomicBoolean blocked = new AtomicBoolean(true);
        availability.away(Component.VIEW, "index tasks takes no writes", blocked::get);
        clock.pass(Duration.ofSeconds(61));
        availability.away(Component.VIEW, "index tasks takes no writes", blocked::get);
        availability.back(Component.VIEW);
        assertThat(alarms.open()).containsKey("view-away");
        assertThat(availability.away(Component.VIEW)).isEqualTo(Duration.ofSeconds(61));
        blocked.set(false);
        availability.back(Component.VIEW);
        assertThat(alarms.open()).isEmpty();
    }
}
