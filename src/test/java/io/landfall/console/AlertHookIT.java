package io.landfall.console;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import io.landfall.dingtalk.AlertQueue;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** Who may hand over alerts, and what is answered; here nothing is sent on. */
@SpringBootTest(
        classes = ReadingApp.class,
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "landfall.dingtalk.url=http://127.0.0.1:1/robot/send?access_token=hidden",
            "landfall.dingtalk.hook-token=only-for-tests-of-hooks"
        })
class AlertHookIT {
    private static final String ALERTS = "{\"version\":\"4\",\"groupKey\":\"g\",\"alerts\":[]}";
    private static final String RIGHT = "Bearer only-for-tests-of-hooks";

    @LocalServerPort
    private int port;

    @Autowired
    private AlertQueue queue;

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry registry) {
        ReadingApp.on("alert_hook_it", registry);
    }

    @Test
    void only_who_knows_the_token_may_hand_over_alerts() throws Exception {
        int before = queue.size();
        String admin = "Basic " + Base64.getEncoder().encodeToString(("admin:" + ReadingApp.PASSWORD).getBytes(UTF_8));
        for (String wrong :
                new String[] {null, "Bearer ", "Bearer only-for-tests-of-hook", admin, "only-for-tests-of-hooks"}) {
            HttpResponse<String> refused = post(wrong, "application/json", ALERTS);
            assertThat(refused.statusCode()).as(wrong).isEqualTo(401);
            assertThat(refused.body()).contains("hook-token").doesNotContain("only-for-tests");
        }
        assertThat(queue.size()).isEqualTo(before);
    }

    @Test
    void the_token_opens_nothing_else() throws Exception {
        for (String path : new String[] {"/api/alarms", "/api/hooks/other", "/actuator/prometheus"}) {
            assertThat(send(HttpRequest.newBuilder(uri(path))
                                    .header("Authorization", RIGHT)
                                    .GET())
                            .statusCode())
                    .as(path)
                    .isEqualTo(401);
        }
        assertThat(send(HttpRequest.newBuilder(uri("/api/hooks/alertmanager"))
                                .header("Authorization", RIGHT)
                                .GET())
                        .statusCode())
                .isEqualTo(405);
    }

    @Test
    void what_is_no_notification_is_refused_and_kept_by_nobody() throws Exception {
        int before = queue.size();
        assertThat(post(RIGHT, "application/json", "{}").statusCode()).isEqualTo(400);
        assertThat(post(RIGHT, "application/json", "{").statusCode()).isEqualTo(400);
        assertThat(post(RIGHT, "text/plain", ALERTS).statusCode()).isEqualTo(415);
        assertThat(post(RIGHT, "application/json", " ".repeat(1 << 20) + ALERTS).statusCode())
                .isEqualTo(413);
        assertThat(queue.size()).isEqualTo(before);
    }

    @Test
    void what_is_not_sent_in_time_is_to_be_handed_over_again() throws Exception {
        HttpResponse<String> waits = post(RIGHT, "application/json", ALERTS);
        assertThat(waits.statusCode()).isEqualTo(503);
        assertThat(waits.body()).contains("hand it over again");
        assertThat(queue.size()).isEqualTo(1);
    }

    private HttpResponse<String> post(String authorization, String type, String body) throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(uri("/api/hooks/alertmanager")).header("Content-Type", type);
        if (authorization != null) {
            request.header("Authorization", authorization);
        }
        return send(request.POST(BodyPublishers.ofString(body)));
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return HttpClient.newHttpClient()
                .send(request.timeout(Duration.ofSeconds(30)).build(), BodyHandlers.ofString());
    }

    private URI uri(String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }
}
