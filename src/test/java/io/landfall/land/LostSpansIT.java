package io.landfall.land;

import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

import io.landfall.stack.Ports;
import io.landfall.stack.Wait;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A collector that is away, or refuses, costs spans and nothing else. */
class LostSpansIT {
    private static final int QUEUE = 64;

    private static final Logger EXPORTERS = (Logger) LoggerFactory.getLogger("io.opentelemetry");

    private static int port;
    private static Landing landing;

    @BeforeAll
    static void start() {
        port = Ports.free();
        String export = "management.tracing.opentelemetry.export.";
        landing = Landing.start(
                "lost-spans",
                Map.of(
                        "management.tracing.enabled",
                        "true",
                        "management.tracing.sampling.probability",
                        "1",
                        "management.otlp.tracing.endpoint",
                        "http://127.0.0.1:" + port + "/v1/traces",
                        export + "schedule-delay",
                        "100ms",
                        export + "max-batch-size",
                        Integer.toString(QUEUE),
                        export + "max-queue-size",
                        Integer.toString(QUEUE)));
    }

    @AfterAll
    static void end() throws Exception {
        landing.close();
    }

    @Test
    void tasks_land_all_the_same_and_the_log_says_it_once() {
        ListAppender<ILoggingEvent> said = new ListAppender<>();
        said.start();
        EXPORTERS.addAppender(said);
        try {
            // far more spans than are kept for later
            IntStream.range(0, 10 * QUEUE).forEach(number -> send("away-" + number));
            landing.settled();
            assertThat(
                            landing.traces()
                                    .number(
                                            "select count(*) from task where task_id like 'away-%' and landed_version = version"))
                    .isEqualTo(10 * QUEUE);

            try (FakeCollector collector = new FakeCollector(port)) {
                collector.take(false);
                await().atMost(Wait.MOST).until(() -> {
                    send("refused");
                    landing.settled();
                    return collector.refused() > 6;
                });
                collector.take(true);
                send("taken");
                await().atMost(Wait.MOST).until(() -> collector.named("land").stream()
                        .anyMatch(span -> "taken".equals(span.tags().get("landfall.task_id"))));
            }
        } finally {
            EXPORTERS.detachAppender(said);
        }
        List<String> warned = said.list.stream()
                .filter(line -> line.getLevel().isGreaterOrEqual(Level.WARN))
                .map(ILoggingEvent::getFormattedMessage)
                .toList();
        assertThat(warned).filteredOn(line -> line.contains("500")).hasSize(1);
        assertThat(warned).doesNotHaveDuplicates();
    }

    private static void send(String task) {
        String parent = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";
        landing.send(
                0,
                null,
                task.getBytes(UTF_8),
                Fact.of(task, "COMPLETED").patch("{\"a\":1}").bytes(),
                new RecordHeader("traceparent", parent.getBytes(UTF_8)));
    }
}
