package io.landfall.alarm;

import java.net.ConnectException;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;

import io.landfall.view.SettableClock;

import static org.assertj.core.api.Assertions.assertThat;

class RepeatedLinesTest {
    private final LoggerContext loggers = new LoggerContext();
    private final SettableClock clock = new SettableClock();
    private final RepeatedLines filter = new RepeatedLines(clock);
    private final ListAppender<ILoggingEvent> kept = new ListAppender<>();
    private final Logger kafka = loggers.getLogger("org.apache.kafka.clients.NetworkClient");

    @BeforeEach
    void begin() {
        kept.start();
        loggers.getLogger(Logger.ROOT_LOGGER_NAME).addAppender(kept);
        loggers.addTurboFilter(filter);
    }

    @AfterEach
    void end() {
        loggers.stop();
    }

    @Test
    void what_a_library_warns_of_again_is_told_once_a_minute() {
        for (int i = 0; i < 50; i++) {
            kafka.warn("[Consumer clientId=c-{}] Connection to node {} could not be established.", i % 3, -1 - i % 2);
            clock.pass(Duration.ofSeconds(1));
        }
        assertThat(lines()).hasSize(1);
        clock.pass(Duration.ofSeconds(10));
        kafka.warn("[Consumer clientId=c-{}] Connection to node {} could not be established.", 1, -1);
        assertThat(lines()).hasSize(3);
        assertThat(lines().get(1))
                .isEqualTo("49 more in the minute since 2026-01-01T00:00:00Z: org.apache.kafka.clients.NetworkClient:"
                        + " Connection to node -1 could not be established.");
        clock.pass(Duration.ofMinutes(2));
        filter.tellOver();
        assertThat(lines()).hasSize(3);
    }

    @Test
    void lines_that_name_other_objects_of_a_kind_are_the_same() {
        Logger pool = loggers.getLogger("com.zaxxer.hikari.pool.PoolBase");
        pool.warn("Failed to validate connection {}", "org.postgresql.jdbc.PgConnection@4c2d3");
        pool.warn("Failed to validate connection {}", "org.postgresql.jdbc.PgConnection@9bceb");
        assertThat(lines()).hasSize(1);
    }

    @Test
    void different_lines_are_told_each() {
        kafka.warn("The metadata response reported an error: {}", "{lost=UNKNOWN_TOPIC_OR_PARTITION}");
        kafka.warn("The metadata response reported an error: {}", "{gone=UNKNOWN_TOPIC_OR_PARTITION}");
        kafka.error("batch failed", new IllegalStateException());
        kafka.error("batch failed", new ConnectException());
        loggers.getLogger("org.apache.kafka.clients.Metadata")
                .warn("The metadata response reported an error: {}", "{gone=UNKNOWN_TOPIC_OR_PARTITION}");
        assertThat(lines()).hasSize(5);
    }

    @Test
    void landfalls_own_lines_and_those_that_warn_of_nothing_pass() {
        for (int i = 0; i < 3; i++) {
            loggers.getLogger("io.landfall.facts").warn("one of many");
            loggers.getLogger("org.apache.camel.main").info("started");
        }
        assertThat(lines()).hasSize(6);
    }

    @Test
    void what_each_of_kafkas_clients_informs_of_is_told_once() {
        for (int i = 0; i < 12; i++) {
            kafka.info("[Consumer clientId=c-{}] Discovered group coordinator 127.0.0.1:{}", i, 9092);
        }
        clock.pass(Duration.ofMinutes(2));
        filter.tellOver();
        assertThat(lines()).containsExactly("[Consumer clientId=c-0] Discovered group coordinator 127.0.0.1:9092");
    }

    @Test
    void what_is_off_stays_off_and_counts_for_nothing() {
        kafka.setLevel(Level.ERROR);
        kafka.warn("quiet");
        kafka.setLevel(Level.WARN);
        kafka.warn("quiet");
        assertThat(lines()).containsExactly("quiet");
    }

    @Test
    void lines_without_number_do_not_fill_the_memory() {
        for (int i = 0; i < 2_000; i++) {
            kafka.warn("line " + Integer.toString(i, 36).replaceAll("\\d", "x"));
        }
        assertThat(filter.size()).isLessThanOrEqualTo(500);
    }

    private List<String> lines() {
        return kept.list.stream().map(ILoggingEvent::getFormattedMessage).toList();
    }
}
