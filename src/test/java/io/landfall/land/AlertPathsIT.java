package io.landfall.land;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.landfall.dingtalk.FakeDingTalk;
import io.landfall.fault.EsProxy;
import io.landfall.monitoring.OpsFiles;
import io.landfall.monitoring.Watcher;
import io.landfall.monitoring.Webhook;
import io.landfall.monitoring.Webhook.Came;
import io.landfall.stack.Ports;
import io.landfall.stack.Tools;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * A fault on its two ways to a person: noticed by a real Prometheus, and pushed by Landfall. Each way has a real Alertmanager of its
 * own, for one of both would tell it once. From there it also goes through Landfall's relay to DingTalk.
 */
class AlertPathsIT {
    private static final String HOOK_TOKEN = "only-for-tests-of-hooks";

    @TempDir
    private Path folder;

    @Test
    void a_view_that_is_away_reaches_people_by_both_ways_and_so_does_its_return() throws Exception {
        Tools.need("prometheus", "prometheus");
        Tools.need("prometheus-alertmanager", "prometheus-alertmanager");
        int port = Ports.free();
        int ofRules = Ports.free();
        int ofPushes = Ports.free();
        String hook = "http://127.0.0.1:" + port + "/api/hooks/alertmanager";
        try (Webhook webhook = new Webhook();
                FakeDingTalk dingTalk = new FakeDingTalk();
                Watcher one = Watcher.alertmanager(
                        OpsFiles.alertmanager(folder("a"), webhook.url() + "/rules", "", ""), ofRules);
                Watcher other = Watcher.alertmanager(
                        OpsFiles.alertmanager(folder("b"), webhook.url() + "/pushes", hook, HOOK_TOKEN), ofPushes);
                Landing landing = Landing.start("alerted", keys(port, other, dingTalk));
                Watcher prometheus =
                        Watcher.prometheus(OpsFiles.prometheus(folder("c"), port, "only-for-tests", ofRules))) {
            landing.proxy().behave(call -> EsProxy.Reply.RESET);
            landing.send(Fact.of("waits", "COMPLETED"));

            Came rule = awaited(webhook, "/rules/page", "view-away", "firing");
            assertThat(rule.label("alertname")).isEqualTo("LandfallViewAway");
            assertThat(rule.annotation("summary")).startsWith("Elasticsearch has been away for 1m");
            Came push = awaited(webhook, "/pushes/page", "view-away", "firing");
            assertThat(push.label("source")).isEqualTo("landfall");
            assertThat(push.label("cluster")).isEqualTo("test");
            assertThat(push.annotation("summary")).startsWith("what needs VIEW waits since");
            assertThat(push.annotation("tasks")).isEqualTo("waits");
            assertThat(push.annotation("page")).isEqualTo("https://console.example/#/health");
            assertThat(push.alert().path("generatorURL").asText())
                    .isEqualTo("https://console.example/#/alarms?open=all&key=view-away");
            await().atMost(Wait.MOST).untilAsserted(() -> assertThat(texts(dingTalk))
                    .anySatisfy(text ->
                            assertThat(text).contains("P1 firing view-away").contains("Tasks: waits")));

            landing.proxy().behave(EsProxy.TRANSPARENT);
            awaited(webhook, "/rules/page", "view-away", "resolved");
            awaited(webhook, "/pushes/page", "view-away", "resolved");
            await().atMost(Wait.MOST).untilAsserted(() -> assertThat(texts(dingTalk))
                    .anySatisfy(text -> assertThat(text).contains("P1 resolved view-away")));
            assertThat(landing.settled().row("waits").isLanded()).isTrue();
            assertThat(prometheus.json("/api/v1/rules").at("/data/groups/0/rules"))
                    .allSatisfy(each -> assertThat(each.path("health").asText())
                            .as(each.path("name").asText())
                            .isEqualTo("ok"));
        }
    }

    private Path folder(String name) throws Exception {
        return Files.createDirectory(folder.resolve(name));
    }

    private static Map<String, String> keys(int port, Watcher alertmanager, FakeDingTalk dingTalk) {
        return Map.ofEntries(
                Map.entry("server.port", Integer.toString(port)),
                Map.entry("landfall.ops.sample-period", "500ms"),
                Map.entry("landfall.ops.watch-period", "500ms"),
                Map.entry("landfall.alarms.alertmanager.url", alertmanager.url()),
                Map.entry("landfall.alarms.alertmanager.labels.cluster", "test"),
                Map.entry("landfall.console.url", "https://console.example/"),
                Map.entry("landfall.dingtalk.url", dingTalk.url()),
                Map.entry("landfall.dingtalk.secret", FakeDingTalk.SECRET),
                Map.entry("landfall.dingtalk.hook-token", HOOK_TOKEN));
    }

    private static Came awaited(Webhook webhook, String path, String alarm, String status) {
        return await(path + " " + alarm + " " + status)
                .atMost(Wait.MOST)
                .until(
                        () -> webhook.came().stream()
                                .filter(came -> came.path().equals(path)
                                        && came.label("alarm").equals(alarm)
                                        && came.status().equals(status))
                                .findFirst(),
                        java.util.Optional::isPresent)
                .orElseThrow();
    }

    private static List<String> texts(FakeDingTalk dingTalk) {
        return dingTalk.messages().stream()
                .map(message -> message.at("/markdown/text").asText())
                .toList();
    }
}
