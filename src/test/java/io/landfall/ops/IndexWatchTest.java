package io.landfall.ops;

import java.time.Duration;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.Status;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

import io.landfall.alarm.Severity;
import io.landfall.view.Breaking;
import io.landfall.view.IndexBreakers;
import io.landfall.view.KeptAlarms;
import io.landfall.view.KeptIndexFailures;
import io.landfall.view.SettableClock;
import io.landfall.view.ViewConfiguration;

import static org.assertj.core.api.Assertions.assertThat;

class IndexWatchTest {
    private static final String KEY = "index-blocked:tasks";

    private final SettableClock clock = new SettableClock();
    private final KeptAlarms alarms = new KeptAlarms();
    private final KeptIndexFailures failures = new KeptIndexFailures();
    private final IndexBreakers breakers = new IndexBreakers(
            new Binder(new MapConfigurationPropertySource(Map.of()))
                    .bindOrCreate("landfall.view", ViewConfiguration.class),
            failures,
            clock);
    private final IndexWatch watch = new IndexWatch(breakers, failures, alarms);

    @Test
    void a_person_is_told_after_a_minute_and_told_when_it_is_over() {
        failures.record(breakers.blocked("tasks", "read-only", 403));
        watch.look();
        clock.pass(Duration.ofSeconds(59));
        watch.look();
        assertThat(alarms.open()).isEmpty();
        clock.pass(Duration.ofSeconds(1));
        watch.look();
        assertThat(alarms.open().get(KEY)).contains("read-only");
        breaksOff();
        failures.unresolvable = true;
        watch.look();
        assertThat(alarms.open()).isEmpty();
        assertThat(failures.open()).containsExactly("tasks");
    }

    @Test
    void the_failure_of_an_index_ends_when_none_of_its_tasks_waits() {
        failures.record(breakers.blocked("tasks", "read-only", 403));
        watch.look();
        assertThat(failures.open()).containsExactly("tasks");
        breaksOff();
        failures.unresolvable = true;
        watch.look();
        assertThat(failures.open()).containsExactly("tasks");
        failures.unresolvable = false;
        watch.look();
        assertThat(failures.open()).isEmpty();
    }

    @Test
    void a_node_without_traffic_sees_that_another_one_ended_it() {
        breakers.blocked("tasks", "read-only", 403);
        clock.pass(Duration.ofSeconds(29));
        watch.look();
        assertThat(breakers.blocks()).hasSize(1);
        clock.pass(Duration.ofSeconds(1));
        watch.look();
        assertThat(breakers.blocks()).isEmpty();
    }

    @Test
    void an_alarm_of_an_earlier_process_is_closed_unless_its_failure_is_open() {
        failures.record(breakers.blocked("tasks", "read-only", 403));
        breaksOff();
        failures.unresolvable = true;
        alarms.raise(KEY, Severity.P1, "by an earlier process");
        watch.look();
        assertThat(alarms.open()).containsKey(KEY);
        failures.unresolvable = false;
        watch.look();
        assertThat(alarms.open()).isEmpty();

        alarms.raise(KEY, Severity.P1, "by an earlier process");
        new IndexWatch(breakers, failures, alarms).look();
        assertThat(alarms.open()).isEmpty();
    }

    @Test
    void a_blocked_index_is_seen_in_the_health_of_the_view() {
        ViewHealth health =
                new ViewHealth(() -> Health.up().withDetail("cluster", "c").build(), breakers);
        assertThat(health.health().getStatus()).isEqualTo(Status.UP);
        breakers.blocked("tasks", "read-only", 403);
        assertThat(health.health().getStatus()).isEqualTo(Status.DOWN);
        assertThat(health.health().getDetails()).containsEntry("cluster", "c");
        assertThat(health.health().getDetails().get("blockedIndices").toString())
                .contains("tasks")
                .contains("read-only");
    }

    /** The next probe is taken. */
    private void breaksOff() {
        clock.pass(Duration.ofSeconds(5));
        Breaking.off(breakers, "tasks");
        assertThat(breakers.blocks()).isEmpty();
    }
}
