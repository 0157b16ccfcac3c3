package io.landfall.land;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.apache.camel.CamelContext;
import org.apache.camel.Route;
import org.apache.camel.ServiceStatus;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.jdbc.core.JdbcTemplate;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.console.Asked;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Files of routes that come and change in the folder of a running product. */
class RouteReloadIT {
    @RegisterExtension
    static final Landings RELOADING = Reloading.LANDINGS;

    private static final String ADDED = "98-added.camel.yaml";
    private static final String LAND = "20-land.camel.yaml";
    private static final String ERRORS = "00-error-handling.camel.yaml";

    private static String land;
    private static String errors;

    @BeforeAll
    static void read() throws IOException {
        land = Files.readString(Path.of("routes", LAND));
        errors = Files.readString(Path.of("routes", ERRORS));
    }

    @Test
    void a_file_that_is_new_is_taken_up_and_another_version_is_told() {
        String before = version();
        drop(ADDED, route("added", "First."));
        await().atMost(Wait.MOST).until(() -> status("added") == ServiceStatus.Started);
        await().atMost(Wait.MOST).until(() -> !version().equals(before));
        assertThat(info().path("files").has(ADDED)).isTrue();
        assertThat(info().path("files").size()).isGreaterThan(20);
    }

    @Test
    void a_change_is_taken_up_while_events_flow() {
        String before = version();
        for (int i = 0; i < 50; i++) {
            RELOADING.landing().send(Fact.of("reload-before-" + i, "COMPLETED"));
        }
        drop(LAND, land.replace("Applies a batch", "Changed applies a batch"));
        await().atMost(Wait.MOST).until(() -> description("land").startsWith("Changed"));
        lands("reload-after");
        await().atMost(Wait.MOST).until(() -> !version().equals(before));
    }

    @Test
    void a_broken_file_leaves_the_old_route_at_work_until_it_is_mended() {
        String works = land.replace("Applies a batch", "Works applies a batch");
        drop(LAND, works);
        await().atMost(Wait.MOST).until(() -> description("land").startsWith("Works"));
        await().atMost(Wait.MOST).until(() -> refused().isEmpty());
        String version = version();

        // one that no parser takes, and one that fails when the old route is already gone
        for (String broken : new String[] {
            "- route:\n    id: land\n    from: [\n", works.replace("ref: applyEvents", "ref: noSuchHand")
        }) {
            drop(LAND, broken);
            await().atMost(Wait.MOST).until(() -> refused().has(LAND));
            await().atMost(Wait.MOST).until(RouteReloadIT::alarmed);
            await().atMost(Wait.MOST).until(() -> status("land") == ServiceStatus.Started);
            assertThat(description("land")).startsWith("Works");
            lands("reload-broken-" + broken.length());
            assertThat(version()).isEqualTo(version);

            drop(LAND, works);
            await().atMost(Wait.MOST).until(() -> refused().isEmpty());
            await().atMost(Wait.MOST).until(() -> !alarmed());
        }
    }

    @Test
    void error_handling_waits_for_the_next_start() {
        String version = version();
        drop(ERRORS, errors.replace("noErrorHandler: {}", "deadLetterChannel: {deadLetterUri: 'log:lost'}"));
        await().atMost(Wait.MOST).until(() -> refused().has(ERRORS));
        assertThat(refused().path(ERRORS).asText()).contains("routeConfiguration", "start the node again");
        assertThat(version()).isEqualTo(version);
        drop(ERRORS, errors);
        await().atMost(Wait.MOST).until(() -> !refused().has(ERRORS));
    }

    private static void drop(String name, String text) {
        DroppedRoutes.drop(DroppedRoutes.OTHER, name, text);
    }

    private static void lands(String task) {
        RELOADING.landing().send(Fact.of(task, "COMPLETED"));
        RELOADING.landing().settled();
        assertThat(ledger().queryForObject(
                                "select count(*) from task where landed_version < version and task_id like 'reload-%'",
                                Long.class))
                .isZero();
        assertThat(ledger().queryForObject("select state from task where task_id = ?", String.class, task))
                .isEqualTo("ANALYZED");
    }

    private static boolean alarmed() {
        Long open = ledger().queryForObject(
                        "select count(*) from alarm where alarm_key like 'routes-refused:%' and closed_at is null",
                        Long.class);
        return open != null && open > 0;
    }

    private static JdbcTemplate ledger() {
        return RELOADING.landing().part(JdbcTemplate.class);
    }

    private static CamelContext camel() {
        return RELOADING.landing().part(CamelContext.class);
    }

    private static ServiceStatus status(String route) {
        return camel().getRouteController().getRouteStatus(route);
    }

    private static String description(String id) {
        Route route = camel().getRoute(id);
        return route == null ? "" : String.valueOf(route.getDescription());
    }

    private static JsonNode info() {
        return Asked.get(RELOADING.landing().port(), "/actuator/info", "admin", "only-for-tests")
                .json()
                .path("routes");
    }

    private static JsonNode refused() {
        return info().path("refused");
    }

    private static String version() {
        return info().path("version").asText();
    }

    private static String route(String id, String description) {
        return """
                - route:
                    id: %s
                    description: %s
                    from:
                      uri: direct:%s
                      steps:
                        - log: {message: hello}
                """
                .formatted(id, description, id);
    }
}
