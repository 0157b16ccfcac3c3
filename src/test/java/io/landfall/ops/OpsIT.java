package io.landfall.ops;

import java.time.Duration;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.autoconfigure.actuate.observability.AutoConfigureObservability;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.alarm.Availability;
import io.landfall.alarm.Component;
import io.landfall.console.Asked;
import io.landfall.console.ReadingApp;
import io.landfall.stack.SharedStack;
import io.landfall.stack.Wait;
import io.landfall.view.Breaking;
import io.landfall.view.IndexBreakers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

@SpringBootTest(
        classes = ReadingApp.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"landfall.ops.sample-period=500ms", "landfall.ops.watch-period=500ms"})
@AutoConfigureObservability(tracing = false)
class OpsIT {

    @LocalServerPort
    private int port;

    @Autowired
    private JdbcTemplate ledger;

    @Autowired
    private Availability availability;

    @Autowired
    private IndexBreakers breakers;

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry registry) {
        ReadingApp.on("ops_it", registry);
    }

    @AfterEach
    void nothing_left() {
        ledger.update("truncate task, failure, alarm, outbox cascade");
        Stream.of(Component.values()).forEach(availability::back);
    }

    @Test
    void the_probes_are_open_and_tell_nothing_else() {
        for (String probe : new String[] {"liveness", "readiness"}) {
            Asked asked = Asked.anonymously(port, "/actuator/health/" + probe);
            assertThat(asked.status()).isEqualTo(200);
            assertThat(asked.body()).isEqualTo("{\"status\":\"UP\"}");
        }
        assertThat(Asked.anonymously(port, "/actuator/health").status()).isEqualTo(401);
    }

    @Test
    void with_a_login_every_server_is_told() {
        Asked asked = Asked.get(port, "/actuator/health");
        for (String name : new String[] {"ledger", "view", "broker"}) {
            assertThat(asked.json().at("/components/" + name + "/status").asText())
                    .as(asked.body())
                    .isEqualTo("UP");
        }
        assertThat(asked.json().at("/components/broker/details/nodes").asInt()).isEqualTo(1);
        assertThat(asked.json().at("/components/livenessState").isMissingNode()).isFalse();
    }

    @Test
    void a_frozen_view_is_down_in_landing_but_nothing_is_restarted_for_it() {
        SharedStack.get().elasticsearch().freeze();
        try {
            await().atMost(Wait.MOST).untilAsserted(() -> {
                Asked landing = Asked.get(port, "/actuator/health/landing");
                assertThat(landing.status()).isEqualTo(503);
                assertThat(landing.json().at("/components/view/details/reason").asText())
                        .isNotEmpty();
                assertThat(landing.json()
                                .at("/components/view/details/awaySince")
                                .asText())
                        .isNotEmpty();
                assertThat(metric("landfall_component_away_seconds{component=\"view\"}"))
                        .isPositive();
            });
            assertThat(Asked.anonymously(port, "/actuator/health/readiness").status())
                    .isEqualTo(200);
        } finally {
            SharedStack.get().elasticsearch().thaw();
        }
        await().atMost(Wait.MOST).untilAsserted(() -> {
            assertThat(Asked.get(port, "/actuator/health/landing").status()).isEqualTo(200);
            assertThat(metric("landfall_component_away_seconds{component=\"view\"}"))
                    .isZero();
        });
    }

    @Test
    void an_index_that_takes_no_writes_is_seen_everywhere() {
        breakers.blocked("apart", "made by a test", 403);
        await().atMost(Wait.MOST).untilAsserted(() -> {
            Asked landing = Asked.get(port, "/actuator/health/landing");
            assertThat(landing.status()).isEqualTo(503);
            assertThat(landing.json()
                            .at("/components/view/details/blockedIndices/apart/reason")
                            .asText())
                    .isEqualTo("made by a test");
            assertThat(metric("landfall_view_index_blocked_seconds{index=\"apart\"}"))
                    .isPositive();
        });
        assertThat(metric("landfall_view_index_blocked_seconds{index=\"tasks\"}"))
                .isZero();
        assertThat(metric("landfall_view_bulk_documents")).isEqualTo(1_000);
        assertThat(metric("landfall_view_bulk_bytes")).isEqualTo(5 * 1024 * 1024);
        JsonNode apart = Asked.get(port, "/api/view").json().at("/indices/1");
        assertThat(apart.path("index").asText()).isEqualTo("apart");
        assertThat(apart.path("httpStatus").asInt()).isEqualTo(403);
        assertThat(apart.path("blockedSince").asText()).isNotEmpty();
        await().atMost(Wait.MOST).ignoreExceptions().untilAsserted(() -> Breaking.off(breakers, "apart"));
        assertThat(Asked.get(port, "/actuator/health/landing").status()).isEqualTo(200);
        assertThat(Asked.get(port, "/api/view")
                        .json()
                        .at("/indices/1/blockedSince")
                        .isNull())
                .isTrue();
    }

    @Test
    void the_watch_does_not_take_back_what_a_route_said() {
        availability.away(Component.VIEW, "bulk refused");
        await().during(Duration.ofSeconds(2)).atMost(Wait.MOST).untilAsserted(() -> assertThat(
                        Asked.get(port, "/actuator/health/landing")
                                .json()
                                .at("/components/view/details/reason")
                                .asText())
                .isEqualTo("bulk refused"));
    }

    @Test
    void the_ledger_in_numbers_is_scraped_without_asking_it() {
        ledger.update(
                """
                insert into task (task_id, index_name, state, attempt, version, landed_version, highest_seq, marks,
                                  created_at, state_since, updated_at, due_at)
                values ('m1', 'tasks', 'ANALYZING', 1, 5, 5, 0, '', now(), now(), now(), now()),
                       ('m2', 'tasks', 'ANALYZED', 1, 5, 0, 0, '', now(), now(), now(), null)
                """);
        ledger.update(
                """
                insert into failure (task_id, index_name, operation, version, cause, reason, trigger_name, fragment,
                                     truncated, status)
                values ('m2', 'tasks', 'index', 5, 'mapping', 'r', 'task-events', '', false, 'PERMANENT')
                """);
        ledger.update("insert into alarm (alarm_key, severity, summary) values ('k', 'P1', 's')");
        await().atMost(Wait.MOST).untilAsserted(() -> {
            assertThat(metric("landfall_tasks_nonfinal{age=\"under-10m\",state=\"ANALYZING\"}"))
                    .isEqualTo(1);
            assertThat(metric("landfall_tasks_nonfinal{age=\"over-24h\",state=\"TO_RETRY\"}"))
                    .isZero();
            assertThat(metric("landfall_tasks_unlanded")).isEqualTo(1);
            assertThat(metric("landfall_failures_open{cause=\"mapping\",status=\"PERMANENT\"}"))
                    .isEqualTo(1);
            assertThat(metric("landfall_alarms_open{severity=\"P1\"}")).isEqualTo(1);
            assertThat(metric("landfall_alarms_open{severity=\"P2\"}")).isZero();
            assertThat(metric("landfall_dead_letters")).isZero();
            assertThat(metric("landfall_outbox_pending")).isZero();
            assertThat(metric("landfall_ledger_sample_age_seconds")).isLessThan(30);
        });
    }

    private double metric(String series) {
        return Asked.get(port, "/actuator/prometheus")
                .body()
                .lines()
                .filter(line -> line.startsWith(series + " "))
                .mapToDouble(line -> Double.parseDouble(line.substring(series.length() + 1)))
                .findFirst()
                .orElse(Double.NaN);
    }
}
