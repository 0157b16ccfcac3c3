package io.landfall.dingtalk;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.landfall.dingtalk.AlertQueue.Batch;
import io.landfall.view.KeptAlarms;
import io.landfall.view.SettableClock;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What Alertmanager hands over comes into the group as DingTalk wants it, or waits. */
class RelayTest {
    private final ObjectMapper json = new ObjectMapper();
    private final FakeDingTalk dingTalk = new FakeDingTalk();
    private final SettableClock clock = new SettableClock();
    private final KeptAlarms alarms = new KeptAlarms();
    private final AlertQueue queue = new AlertQueue(clock);
    private final Relay relay = relay(FakeDingTalk.SECRET);

    private Relay relay(String secret) {
        DingTalkConfiguration configuration =
                new DingTalkConfiguration(dingTalk.url(), secret, "sixteen characters", 20, List.of("13800000000"));
        return new Relay(
                queue,
                new Restraint(configuration.perMinute(), clock),
                new Markdown(json, configuration.atMobiles()),
                new Robot(configuration, json, clock),
                alarms);
    }

    @AfterEach
    void end() {
        dingTalk.close();
    }

    @Test
    void the_signature_is_that_of_dingtalks_own_example_code() {
        assertThat(Signature.signed(
                        "https://oapi.dingtalk.com/robot/send?access_token=a",
                        FakeDingTalk.SECRET,
                        Instant.ofEpochMilli(1_700_000_000_000L)))
                .hasToString("https://oapi.dingtalk.com/robot/send?access_token=a&timestamp=1700000000000"
                        + "&sign=3YPN0SnmQc3RvgMLBn6f5OEOprPyydqLL4eXzJkvYUM%3D");
    }

    @Test
    void all_that_waits_is_one_signed_message_with_the_worst_first() {
        CompletableFuture<Void> first = offer("a", alert("outbox-lags", "P2", "firing"));
        CompletableFuture<Void> second =
                offer("b", alert("view-away", "P1", "firing"), alert("ledger-away", "P1", "resolved"));
        assertThat(send()).isTrue();
        assertThat(first).isCompleted();
        assertThat(second).isCompleted();
        JsonNode message = dingTalk.messages().get(0);
        assertThat(dingTalk.messages()).hasSize(1);
        assertThat(message.path("msgtype").asText()).isEqualTo("markdown");
        assertThat(message.at("/markdown/title").asText()).isEqualTo("Landfall: 2 firing, 1 resolved; view-away");
        String text = message.at("/markdown/text").asText();
        assertThat(text.indexOf("P1 firing view-away")).isPositive().isLessThan(text.indexOf("P2 firing outbox-lags"));
        assertThat(text.indexOf("P2 firing outbox-lags")).isLessThan(text.indexOf("P1 resolved ledger-away"));
        assertThat(text).contains("Tasks: t-1, t-2").contains("[open](http://console/#/alarms?key=view-away)");
        assertThat(text).contains("@13800000000");
        assertThat(message.at("/at/atMobiles/0").asText()).isEqualTo("13800000000");
    }

    @Test
    void nobody_is_called_for_what_is_no_p1_or_is_over() {
        waits("a", alert("outbox-lags", "P2", "firing"), alert("view-away", "P1", "resolved"));
        assertThat(send()).isTrue();
        assertThat(dingTalk.messages().get(0).at("/at/atMobiles")).isEmpty();
        assertThat(dingTalk.messages().get(0).at("/markdown/text").asText()).doesNotContain("@");
    }

    @Test
    void what_an_alert_says_is_text_and_no_link_of_somebody_else() {
        waits("a", alert("k", "P2", "firing", "see [here](http://evil) <img src=x> @all\n# big\u2028", "javascript:1"));
        assertThat(send()).isTrue();
        String text = dingTalk.messages().get(0).at("/markdown/text").asText();
        assertThat(text).contains("see (here)(http://evil) \u2039img src=x\u203a @ all # big");
        assertThat(text).doesNotContain("[open]");
    }

    @Test
    void many_alerts_are_cut_to_what_dingtalk_takes_and_counted() {
        List<String> many = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            many.add(alert("k-" + i, "P2", "firing", "\ud83d\udd25\"\u0008".repeat(2_000), "http://console/" + i));
        }
        waits("a", many.toArray(String[]::new));
        assertThat(send()).isTrue();
        String text = dingTalk.messages().get(0).at("/markdown/text").asText();
        assertThat(text).containsPattern("\\.\\.\\. and 2\\d\\d more");
        assertThat(new String(text.getBytes(UTF_8), UTF_8)).isEqualTo(text);
        assertThat(text).doesNotContain("?");
    }

    @Test
    void a_text_is_cut_between_characters() {
        assertThat(Markdown.cut("\ud83d\udd25\ud83d\udd25", 8)).isEqualTo("\ud83d\udd25\ud83d\udd25");
        assertThat(Markdown.cut("\ud83d\udd25\ud83d\udd25\ud83d\udd25", 11)).isEqualTo("\ud83d\udd25\ud83d\udd25...");
        assertThat(Markdown.cut("\ud83d\udd25\ud83d\udd25\ud83d\udd25", 10)).isEqualTo("\ud83d\udd25...");
    }

    @Test
    void more_than_twenty_a_minute_are_merged_into_the_next() {
        for (int i = 0; i < 30; i++) {
            waits("g" + i, alert("k-" + i, "P2", "firing"));
            send();
        }
        assertThat(dingTalk.messages()).hasSize(20);
        assertThat(queue.size()).isEqualTo(10);
        clock.pass(Duration.ofSeconds(59));
        assertThat(send()).isFalse();
        clock.pass(Duration.ofSeconds(1));
        assertThat(send()).isTrue();
        assertThat(dingTalk.messages().get(20).at("/markdown/title").asText()).startsWith("Landfall: 10 firing");
        assertThat(alarms.open()).isEmpty();
    }

    @Test
    void one_too_many_is_an_alarm_and_ten_minutes_of_silence_and_then_the_newest_word_is_told() {
        dingTalk.refuse("{\"errcode\":130101,\"errmsg\":\"send too fast, exceed 20 times per minute\"}");
        CompletableFuture<Void> told = offer("a", alert("view-away", "P1", "firing"));
        assertThat(send()).isFalse();
        assertThat(alarms.open().get(Relay.ALARM)).contains("130101");
        waits("a", alert("view-away", "P1", "resolved"));
        clock.pass(Restraint.PENALTY.minusSeconds(1));
        assertThat(send()).isFalse();
        assertThat(told).isNotDone();
        clock.pass(Duration.ofSeconds(1));
        assertThat(send()).isTrue();
        assertThat(told).isCompleted();
        assertThat(dingTalk.messages()).hasSize(1);
        assertThat(dingTalk.messages().get(0).at("/markdown/text").asText())
                .contains("P1 resolved view-away")
                .contains("1 earlier notifications")
                .doesNotContain("firing view-away");
        assertThat(alarms.open()).isEmpty();
    }

    @Test
    void a_dingtalk_that_breaks_is_tried_again_ever_later_and_nothing_is_lost() {
        for (int i = 0; i < 3; i++) {
            dingTalk.refuse(i == 1 ? "{\"errcode\":-1,\"errmsg\":\"system busy\"}" : "502");
        }
        waits("a", alert("view-away", "P1", "firing"));
        assertThat(send()).isFalse();
        clock.pass(Duration.ofSeconds(1));
        assertThat(relay.next().isEmpty()).isTrue();
        clock.pass(Duration.ofSeconds(1));
        assertThat(send()).isFalse();
        clock.pass(Duration.ofSeconds(3));
        assertThat(relay.next().isEmpty()).isTrue();
        clock.pass(Duration.ofSeconds(1));
        assertThat(alarms.open()).isEmpty();
        assertThat(send()).isFalse();
        assertThat(alarms.open().get(Relay.ALARM)).contains("502");
        clock.pass(Duration.ofSeconds(8));
        assertThat(send()).isTrue();
        assertThat(alarms.open()).isEmpty();
        assertThat(queue.size()).isZero();
    }

    @Test
    void a_wrong_secret_is_told_without_telling_any_secret() {
        Relay wrong = relay("SECanother");
        dingTalk.refuse("{\"errcode\":310000,\"errmsg\":\"" + FakeDingTalk.TOKEN + " SECanother [do not match]\"}");
        for (int i = 0; i < 3; i++) {
            waits("a", alert("view-away", "P1", "firing"));
            assertThat(wrong.send(wrong.next())).isFalse();
            if (i < 2) {
                dingTalk.refuse("{\"errcode\":310000,\"errmsg\":\"" + FakeDingTalk.TOKEN + " SECanother\"}");
            }
            clock.pass(Duration.ofMinutes(2));
        }
        assertThat(alarms.open().get(Relay.ALARM))
                .contains("310000")
                .contains("***")
                .doesNotContain("SECanother")
                .doesNotContain(FakeDingTalk.TOKEN);
        waits("a", alert("view-away", "P1", "firing"));
        assertThat(wrong.send(wrong.next())).as("its signature is none").isFalse();
    }

    @Test
    void what_was_just_sent_is_not_sent_again_and_a_reminder_is() {
        waits("a", alert("view-away", "P1", "firing"));
        assertThat(send()).isTrue();
        assertThat(offer("a", alert("view-away", "P1", "firing"))).isCompleted();
        assertThat(queue.size()).isZero();
        clock.pass(AlertQueue.SAME);
        assertThat(offer("a", alert("view-away", "P1", "firing"))).isNotCompleted();
        assertThat(send()).isTrue();
        waits("a", alert("view-away", "P1", "resolved"));
        assertThat(send()).isTrue();
        assertThat(dingTalk.messages()).hasSize(3);
    }

    @Test
    void what_is_no_notification_is_refused_with_a_reason() {
        assertThatThrownBy(() -> notification("{\"version\":\"3\",\"groupKey\":\"a\",\"alerts\":[]}"))
                .hasMessageContaining("version 4");
        assertThatThrownBy(() -> notification("{\"version\":\"4\",\"alerts\":[]}"))
                .hasMessageContaining("groupKey");
        assertThatThrownBy(() -> notification("[]")).hasMessageContaining("version 4");
    }

    @Test
    void bad_keys_are_refused_without_telling_them() {
        assertThatThrownBy(
                        () -> new DingTalkConfiguration("ftp://secret-host/", "", "sixteen characters", 20, List.of()))
                .hasMessageContaining("landfall.dingtalk.url")
                .hasMessageNotContaining("secret-host");
        assertThatThrownBy(() -> new DingTalkConfiguration(dingTalk.url(), "", "short", 20, List.of()))
                .hasMessageContaining("landfall.dingtalk.hook-token")
                .hasMessageNotContaining("short");
        assertThat(new DingTalkConfiguration(dingTalk.url(), "SEC1", "sixteen characters", 20, List.of()).toString())
                .doesNotContain("SEC1")
                .doesNotContain(FakeDingTalk.TOKEN)
                .doesNotContain("sixteen");
    }

    private boolean send() {
        Batch batch = relay.next();
        return !batch.isEmpty() && relay.send(batch);
    }

    /** Whoever handed it over has gone. */
    private void waits(String group, String... alerts) {
        var unused = offer(group, alerts);
    }

    private CompletableFuture<Void> offer(String group, String... alerts) {
        return queue.offer(notification("{\"version\":\"4\",\"groupKey\":\"" + group + "\",\"alerts\":["
                        + String.join(",", alerts) + "]}"))
                .orElseThrow();
    }

    private Notification notification(String body) {
        try {
            return Notification.of(json.readTree(body));
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private String alert(String key, String severity, String status) {
        return alert(key, severity, status, key + " it is.", "http://console/#/alarms?key=" + key);
    }

    private String alert(String key, String severity, String status, String summary, String link) {
        return json.createObjectNode()
                .put("status", status)
                .put("generatorURL", link)
                .<com.fasterxml.jackson.databind.node.ObjectNode>set(
                        "labels",
                        json.createObjectNode()
                                .put("alertname", key)
                                .put("key", key)
                                .put("severity", severity))
                .<com.fasterxml.jackson.databind.node.ObjectNode>set(
                        "annotations",
                        json.createObjectNode().put("summary", summary).put("tasks", "t-1, t-2"))
                .toString();
    }
}
