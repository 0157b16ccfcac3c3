package io.landfall.monitoring;

import java.nio.file.Path;
import java.time.Instant;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.landfall.stack.Ports;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** What a real Alertmanager makes of many alerts at once, by the inhibitions of {@code ops/alertmanager}. */
class AlertmanagerIT {

    @TempDir
    private Path folder;

    @Test
    void what_follows_from_a_server_that_is_away_is_muted_and_what_does_not_is_told() throws Exception {
        try (Webhook webhook = new Webhook();
                Watcher alertmanager =
                        Watcher.alertmanager(OpsFiles.alertmanager(folder, webhook.url(), "", ""), Ports.free())) {
            tell(
                    alertmanager,
                    alert("view-away", "P1", "landfall", "east"),
                    // told by Landfall, so in its words alone
                    alert("view-away", "P1", "rule", "east"),
                    alert("alarms-open", "P1", "rule", "east"),
                    // follows
                    alert("lag-grows", "P2", "rule", "east"),
                    alert("batch-fails", "P1", "landfall", "east"),
                    // another installation, and another matter
                    alert("lag-grows", "P2", "rule", "west"),
                    alert("outbox-blocked", "P2", "rule", "east"));
            await().atMost(Wait.MOST).untilAsserted(() -> assertThat(muted(alertmanager))
                    .isEqualTo(Map.of(
                            "view-away landfall east", false,
                            "view-away rule east", true,
                            "alarms-open rule east", true,
                            "lag-grows rule east", true,
                            "batch-fails landfall east", true,
                            "lag-grows rule west", false,
                            "outbox-blocked rule east", false)));
            await().atMost(Wait.MOST).untilAsserted(() -> assertThat(webhook.came().stream()
                            .map(came -> came.path() + " " + came.label("alarm"))
                            .distinct())
                    .contains("/page view-away", "/team lag-grows", "/team outbox-blocked"));
        }
    }

    private static Map<String, Boolean> muted(Watcher alertmanager) throws Exception {
        return StreamSupport.stream(alertmanager.json("/api/v2/alerts").spliterator(), false)
                .collect(Collectors.toMap(
                        alert -> Stream.of("alarm", "source", "job")
                                .map(label -> alert.path("labels").path(label).asText())
                                .collect(Collectors.joining(" ")),
                        alert -> !alert.path("status").path("inhibitedBy").isEmpty()));
    }

    private static void tell(Watcher alertmanager, String... alerts) throws Exception {
        assertThat(alertmanager.post("/api/v2/alerts", "[" + String.join(",", alerts) + "]"))
                .isEqualTo(200);
    }

    private static String alert(String alarm, String severity, String source, String job) {
        return """
                {"labels": {"alertname": "%1$s-%3$s", "alarm": "%1$s", "severity": "%2$s", "source": "%3$s", "job": "%4$s"},
                 "startsAt": "%5$s"}"""
                .formatted(alarm, severity, source, job, Instant.now());
    }
}
