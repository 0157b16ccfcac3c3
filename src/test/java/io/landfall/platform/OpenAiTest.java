package io.landfall.platform;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.util.unit.DataSize;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;

import io.landfall.inspection.Suspect;
import io.landfall.inspection.Verdict;
import io.landfall.state.TaskState;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The platform's side is a real HTTP server that behaves as the test says. */
class OpenAiTest {
    private static final Instant THEN = Instant.parse("2026-03-09T10:00:00Z");
    private static final String KEY = "sk-only-for-tests";

    private final List<String> paths = new CopyOnWriteArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);
    private HttpServer server;

    @AfterEach
    void stop() {
        end.countDown();
        if (server != null) {
            server.stop(0);
        }
    }

    @Test
    void an_id_stays_one_segment_and_a_batch_is_asked_for_as_one() throws IOException {
        OpenAi platform = platform(answering(404, "{\"error\":{}}"));
        assertThat(platform.ask(List.of(suspect("resp_1"), suspect("batch_1"), suspect("a/../b?x#y%2e +语"))))
                .allSatisfy((suspect, verdict) -> assertThat(verdict).isInstanceOf(Verdict.Absent.class));
        assertThat(paths)
                .containsExactlyInAnyOrder(
                        "/v1/responses/resp_1",
                        "/v1/batches/batch_1",
                        "/v1/responses/a%2F..%2Fb%3Fx%23y%252e%20%2B%E8%AF%AD");
        assertThat(ask(platform, suspect(".."))).isInstanceOf(Verdict.Unknown.class);
        assertThat(paths).hasSize(3);
    }

    @Test
    void what_a_proxy_does_not_find_is_not_absent() throws IOException {
        assertThat(ask(platform(answering(404, "<html>not here</html>")), suspect("r")))
                .isInstanceOf(Verdict.Unknown.class);
    }

    @Test
    void a_redirect_is_not_followed() throws IOException {
        OpenAi platform = platform(exchange -> {
            exchange.getResponseHeaders().add("Location", "/v1/elsewhere");
            exchange.sendResponseHeaders(302, -1);
        });
        assertThat(ask(platform, suspect("r"))).isInstanceOf(Verdict.Unknown.class);
        assertThat(paths).containsExactly("/v1/responses/r");
    }

    @Test
    void a_refusal_ends_the_questions_of_the_group_and_never_shows_the_key() throws IOException {
        OpenAi platform = platform(answering(401, "{\"error\":{}}"));
        Map<Suspect, Verdict> verdicts = platform.ask(many(50));
        assertThat(verdicts).hasSize(50).allSatisfy((suspect, verdict) -> assertThat(verdict)
                .isInstanceOfSatisfying(
                        Verdict.Unknown.class,
                        unknown -> assertThat(unknown.reason()).contains("401").doesNotContain(KEY)));
        assertThat(paths).hasSizeLessThanOrEqualTo(2);
        assertThat(configuration("http://127.0.0.1:1/v1").toString()).doesNotContain(KEY);
    }

    @Test
    void a_platform_that_breaks_is_left_alone_after_a_few_tries() throws IOException {
        OpenAi platform = platform(answering(500, "{}"));
        assertThat(platform.ask(many(50)).values()).hasOnlyElementsOfType(Verdict.Unknown.class);
        assertThat(paths).hasSizeBetween(5, 6);
    }

    @Test
    void an_answer_that_drips_or_never_ends_is_given_up() throws IOException {
        OpenAi platform = platform(exchange -> {
            exchange.sendResponseHeaders(200, 0);
            exchange.getResponseBody().write('{');
            exchange.getResponseBody().flush();
            awaitEnd();
        });
        assertThat(ask(platform, suspect("r")))
                .isInstanceOfSatisfying(Verdict.Unknown.class, unknown -> assertThat(unknown.reason())
                        .contains("within"));
    }

    @Test
    void an_answer_over_the_bound_is_not_read() throws IOException {
        OpenAi platform = platform(answering(200, "\"" + "x".repeat(70_000) + "\""));
        assertThat(ask(platform, suspect("r")))
                .isInstanceOfSatisfying(Verdict.Unknown.class, unknown -> assertThat(unknown.reason())
                        .contains("over 65536 bytes"));
    }

    @Test
    void a_platform_that_asks_for_a_pause_gets_it() throws IOException {
        OpenAi platform = platform(exchange -> {
            exchange.getResponseHeaders().add("Retry-After", "60");
            answer(exchange, 429, "{\"error\":{}}");
        });
        assertThat(platform.ask(many(50)).values()).hasOnlyElementsOfType(Verdict.Unknown.class);
        assertThat(paths).hasSizeLessThanOrEqualTo(2);
        assertThat(platform.ask(many(50)).values()).hasOnlyElementsOfType(Verdict.Unknown.class);
        assertThat(paths).hasSizeLessThanOrEqualTo(2);
    }

    @Test
    void no_more_requests_are_under_way_than_allowed() throws IOException {
        AtomicInteger now = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        CountDownLatch two = new CountDownLatch(2);
        OpenAi platform = platform(exchange -> {
            most.accumulateAndGet(now.incrementAndGet(), Math::max);
            two.countDown();
            try {
                two.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            now.decrementAndGet();
            answer(exchange, 404, "{\"error\":{}}");
        });
        assertThat(platform.ask(many(40)).values()).hasOnlyElementsOfType(Verdict.Absent.class);
        assertThat(most.get()).isEqualTo(2);
    }

    @Test
    void a_task_that_waits_to_be_run_again_was_never_called_for() throws IOException {
        OpenAi platform = platform(answering(200, "{}"));
        Suspect again = new Suspect("t", 2, TaskState.TO_RETRY, null, null, null, "r", THEN, THEN);
        assertThat(ask(platform, again)).isInstanceOf(Verdict.Absent.class);
        assertThat(paths).isEmpty();
        Suspect nameless = new Suspect("t", 1, TaskState.ANALYZING, null, null, null, null, THEN, THEN);
        assertThat(ask(platform, nameless)).isInstanceOf(Verdict.Unknown.class);
    }

    @Test
    void an_address_that_is_none_does_not_start() {
        for (String url :
                List.of("ftp://x/v1", "api.openai.com", "https://u:p@x/v1", "https://x/v1?k=1", "https:///v1")) {
            assertThatThrownBy(() -> configuration(url)).hasMessageContaining("landfall.openai.base-url");
        }
    }

    private static Verdict ask(OpenAi platform, Suspect suspect) {
        return platform.ask(List.of(suspect)).get(suspect);
    }

    private static List<Suspect> many(int number) {
        return IntStream.range(0, number).mapToObj(i -> suspect("r" + i)).toList();
    }

    private static Suspect suspect(String callId) {
        return new Suspect("task of " + callId, 1, TaskState.ANALYZING, null, null, null, callId, THEN, THEN);
    }

    private void awaitEnd() {
        try {
            end.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static HttpHandler answering(int status, String body) {
        return exchange -> answer(exchange, status, body);
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
    }

    private OpenAi platform(HttpHandler behaviour) throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newCachedThreadPool(work -> {
            Thread thread = new Thread(work, "platform");
            thread.setDaemon(true);
            return thread;
        }));
        server.createContext("/", exchange -> {
            try (exchange) {
                paths.add(exchange.getRequestURI().getRawPath());
                assertThat(exchange.getRequestHeaders().getFirst("Authorization"))
                        .isEqualTo("Bearer " + KEY);
                behaviour.handle(exchange);
            }
        });
        server.start();
        return new OpenAi(
                configuration("http://127.0.0.1:" + server.getAddress().getPort() + "/v1/"), Clock.systemUTC());
    }

    private static OpenAiConfiguration configuration(String url) {
        return new OpenAiConfiguration(
                url,
                KEY,
                Duration.ofSeconds(5),
                Duration.ofSeconds(2),
                2,
                1_000,
                Duration.ofSeconds(20),
                DataSize.ofKilobytes(64));
    }
}
