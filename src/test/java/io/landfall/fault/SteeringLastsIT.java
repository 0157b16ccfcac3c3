package io.landfall.fault;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import io.landfall.Landfall;
import io.landfall.compensation.Status;
import io.landfall.compensation.Steering;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What operators decided about compensation outlives the process, and the schedule heeds it. */
class SteeringLastsIT {

    private final Site site = Site.fresh("steeringlasts", 1);

    @Test
    void a_pause_and_changed_numbers_survive_a_restart() {
        try (ConfigurableApplicationContext product = start()) {
            Steering steering = product.getBean(Steering.class);
            steering.pause("bo");
            steering.tune("bo", Map.of("rate", 7, "window", "2h"));
        }
        // its task is not there: the next run settles it without a document
        site.ledger()
                .update("insert into failure (task_id, index_name, operation, version, cause, reason, trigger_name,"
                        + " fragment, truncated, status, next_attempt_at) values ('t', 'steeringlasts', 'index', 1,"
                        + " 'throttled', 'busy', 'task-events', '', false, 'PENDING', now())");
        try (ConfigurableApplicationContext product = start()) {
            Steering steering = product.getBean(Steering.class);
            Status status = steering.status();
            assertThat(status.paused()).isTrue();
            assertThat(status.pausedBy()).isEqualTo("bo");
            assertThat(status.settings().rate()).isEqualTo(7);
            assertThat(status.settings().window()).isEqualTo(Duration.ofHours(2));
            assertThat(status.settings().batchSize())
                    .isEqualTo(status.configured().batchSize());

            awaitLooks(steering, 3);
            assertThat(site.count("failure where status = 'PENDING'")).isEqualTo(1);
            assertThat(steering.runs(null, 1)).isEmpty();

            steering.resume("bo");
            await().atMost(Wait.MOST).until(() -> site.count("failure where status = 'SUPERSEDED'") == 1);
            await().atMost(Wait.MOST).until(() -> steering.status().last() != null);
            assertThat(steering.status().last().trigger()).isEqualTo("schedule");
        }
    }

    private void awaitLooks(Steering steering, int looks) {
        for (int i = 0; i < looks; i++) {
            Instant before = steering.status().lookedAt();
            await().atMost(Wait.MOST)
                    .until(() -> steering.status().lookedAt() != null
                            && !steering.status().lookedAt().equals(before));
        }
    }

    private ConfigurableApplicationContext start() {
        Map<String, String> keys = site.keys();
        keys.put("landfall.compensation.period", "200ms");
        keys.put("landfall.admin-password", "only-for-tests");
        keys.put("camel.main.name", "landfall-steeringlasts");
        keys.put("server.port", "0");
        return new SpringApplicationBuilder(Landfall.class)
                .run(keys.entrySet().stream()
                        .map(key -> "--" + key.getKey() + "=" + key.getValue())
                        .toArray(String[]::new));
    }
}
