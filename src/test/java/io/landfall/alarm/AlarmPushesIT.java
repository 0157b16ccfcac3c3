package io.landfall.alarm;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.jdbc.core.JdbcTemplate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpServer;

import io.landfall.alarm.AlarmConfiguration.ToAlertmanager;
import io.landfall.stack.SharedStack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What Alertmanager is to hear of is in the ledger: claimed once, told again, and not lost when it is away. */
class AlarmPushesIT {
    private final PGSimpleDataSource source = new PGSimpleDataSource();
    private JdbcTemplate ledger;
    private AlarmRows rows;
    private AlarmPushes pushes;

    @BeforeEach
    void empty_table() {
        source.setUrl(SharedStack.get().jdbcUrl());
        source.setCurrentSchema("alarm_pushes_it");
        Flyway.configure()
                .dataSource(source)
                .schemas("alarm_pushes_it")
                .defaultSchema("alarm_pushes_it")
                .load()
                .migrate();
        ledger = new JdbcTemplate(source);
        ledger.update("truncate alarm, outbox, failure cascade");
        rows = new AlarmRows(ledger, "alarms");
        pushes = new AlarmPushes(ledger);
    }

    @Test
    void an_open_alarm_is_claimed_by_one_and_told_again_after_a_minute() {
        rows.raise("view-away", Severity.P1, "gone", 1, false);
        List<PushedAlarm> claimed = pushes.claim();
        assertThat(claimed).singleElement().satisfies(alarm -> {
            assertThat(alarm.key()).isEqualTo("view-away");
            assertThat(alarm.closedAt()).isNull();
        });
        assertThat(new AlarmPushes(ledger).claim()).as("by another node").isEmpty();
        pushes.settle(claimed);
        pass(AlarmPushes.REPEAT.minusSeconds(5));
        assertThat(pushes.claim()).isEmpty();
        pass(Duration.ofSeconds(6));
        assertThat(pushes.claim()).hasSize(1);
    }

    @Test
    void a_claim_of_a_node_that_died_is_due_again() {
        rows.raise("view-away", Severity.P1, "gone", 1, false);
        pushes.claim();
        assertThat(pushes.claim()).isEmpty();
        pass(AlarmPushes.LEASE.plusSeconds(1));
        assertThat(pushes.claim()).hasSize(1);
    }

    @Test
    void the_end_of_an_alarm_is_told_once() {
        rows.raise("view-away", Severity.P1, "gone", 1, false);
        pushes.settle(pushes.claim());
        rows.close("view-away");
        List<PushedAlarm> claimed = pushes.claim();
        assertThat(claimed).singleElement().satisfies(alarm -> assertThat(alarm.closedAt())
                .isNotNull());
        pushes.settle(claimed);
        pass(Duration.ofDays(1));
        assertThat(pushes.claim()).isEmpty();
    }

    @Test
    void an_end_that_comes_while_the_beginning_is_told_is_told_after_it() {
        rows.raise("view-away", Severity.P1, "gone", 1, false);
        List<PushedAlarm> beginning = pushes.claim();
        rows.close("view-away");
        pushes.settle(beginning);
        assertThat(pushes.claim()).singleElement().satisfies(alarm -> assertThat(alarm.closedAt())
                .isNotNull());
    }

    @Test
    void a_worse_alarm_is_told_at_once_and_one_that_only_counts_is_not() {
        rows.raise("k", Severity.P3, "a", 1, true);
        pushes.settle(pushes.claim());
        rows.raise("k", Severity.P3, "b", 1, true);
        assertThat(pushes.claim()).isEmpty();
        rows.raise("k", Severity.P1, "c", 1, true);
        assertThat(pushes.claim()).singleElement().satisfies(alarm -> assertThat(alarm.severity())
                .isEqualTo(Severity.P1));
    }

    @Test
    void the_end_by_silence_is_told_and_what_was_never_told_need_not_end() {
        rows.raise("told", Severity.P3, "a", 1, true);
        pushes.settle(pushes.claim());
        rows.raise("untold", Severity.P3, "a", 1, true);
        ledger.update("update alarm set last_at = now() - interval '2 hours'");
        rows.closeQuiet(Duration.ofHours(1));
        assertThat(pushes.claim()).extracting(PushedAlarm::key).containsExactly("told");
    }

    @Test
    void what_is_not_taken_for_minutes_is_counted() {
        rows.raise("a", Severity.P1, "gone", 1, false);
        rows.raise("b", Severity.P1, "gone", 1, false);
        pushes.settle(pushes.claim());
        assertThat(pushes.late()).isZero();
        ledger.update(
                "update alarm set first_at = now() - interval '4 minutes', taken_at = now() - interval '4 minutes'"
                        + " where alarm_key = 'a'");
        ledger.update("update alarm set first_at = now() - interval '4 minutes' where alarm_key = 'b'");
        assertThat(pushes.late()).isEqualTo(1);
    }

    @Test
    void an_alert_has_the_tasks_the_error_and_the_page_where_to_act() throws Exception {
        ledger.update(
                """
                insert into failure (task_id, index_name, operation, version, cause, reason, trigger_name, fragment,
                                     truncated, status)
                select 't-' || n, 'tasks', 'index', 5, 'mapping', 'no number', 'task-events', '', false, 'EXHAUSTED'
                from generate_series(1, 9) n
                """);
        rows.raise("exhausted:tasks:mapping", Severity.P2, "9 failures are exhausted", 1, false);
        List<JsonNode> told = new CopyOnWriteArrayList<>();
        HttpServer server = server(200, told);
        List<PushedAlarm> claimed = pushes.claim();
        try {
            alertmanager("http://127.0.0.1:1," + url(server)).tell(claimed);
        } finally {
            server.stop(0);
        }
        JsonNode alert = told.get(0).path(0);
        assertThat(alert.at("/labels/alertname").asText()).isEqualTo("exhausted");
        assertThat(alert.at("/labels/key").asText()).isEqualTo("exhausted:tasks:mapping");
        assertThat(alert.at("/labels/severity").asText()).isEqualTo("P2");
        assertThat(alert.at("/labels/cluster").asText()).isEqualTo("east");
        assertThat(alert.at("/annotations/tasks").asText()).matches("t-\\d, t-\\d, t-\\d");
        assertThat(alert.at("/annotations/error").asText()).isEqualTo("no number");
        assertThat(alert.at("/annotations/action").asText())
                .isEqualTo("See ops/runbook.md#" + alert.at("/labels/alarm").asText());
        assertThat(alert.at("/annotations/page").asText())
                .isEqualTo("http://console/#/failures?status=EXHAUSTED&index=tasks&cause=mapping");
        assertThat(alert.path("generatorURL").asText())
                .isEqualTo("http://console/#/alarms?open=all&key=exhausted%3Atasks%3Amapping");
        assertThat(Instant.parse(alert.path("endsAt").asText()))
                .isEqualTo(claimed.get(0).claim().plus(AlertForm.HOLDS));
        assertThat(AlertForm.HOLDS).isGreaterThan(AlarmPushes.REPEAT.multipliedBy(3));
    }

    @Test
    void every_kind_of_context_is_a_statement_that_the_ledger_takes_and_a_page_of_the_console() throws IOException {
        String pages = Files.readString(Path.of("src/main/resources/static/js/pages.js"));
        AlarmContext context = new AlarmContext(ledger, "http://console");
        for (String key : List.of(
                "view-away",
                "index-blocked:tasks",
                "exhausted:tasks:mapping",
                "compensation-fails",
                "attempt-cap",
                "repair-not-applied",
                "task-given-up",
                "verifier-unknown:call-log",
                "running-too-long:call-log",
                "clock-off:n1")) {
            PushedAlarm alarm =
                    new PushedAlarm(1, Instant.EPOCH, key, Severity.P1, "s", 1, Instant.EPOCH, Instant.EPOCH, null);
            assertThat(context.ask(alarm)).as(key).isEmpty();
            assertThat(pages).containsPattern("\n  '?" + context.page(alarm).replaceAll(".*/#/|\\?.*", "") + "'?: ");
        }
    }

    @Test
    void none_that_takes_it_is_told_with_the_reason() throws Exception {
        HttpServer server = server(400, new CopyOnWriteArrayList<>());
        try {
            Alertmanager refusing = alertmanager(url(server));
            assertThatThrownBy(() -> refusing.tell(List.of()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("answers 400");
        } finally {
            server.stop(0);
        }
        Alertmanager away = alertmanager(url(server));
        assertThatThrownBy(() -> away.tell(List.of()))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("can't be reached");
    }

    @Test
    void bad_keys_are_refused_by_name() {
        assertThatThrownBy(() -> new ToAlertmanager("http://a, ftp://b", "", "", Map.of()))
                .hasMessageContaining("landfall.alarms.alertmanager.url")
                .hasMessageContaining("ftp://b");
        assertThatThrownBy(() -> new ToAlertmanager("http://u:p@a", "", "", Map.of()))
                .hasMessageContaining("login");
        assertThatThrownBy(() -> new ToAlertmanager("", "", "", Map.of("a-b", "c")))
                .hasMessageContaining("landfall.alarms.alertmanager.labels");
        assertThat(new ToAlertmanager("http://a/, http://b", "u", "hidden", Map.of()).toString())
                .doesNotContain("hidden");
        assertThat(new ToAlertmanager("http://a/, http://b", "", "", Map.of()).urls())
                .containsExactly("http://a", "http://b");
    }

    private Alertmanager alertmanager(String url) {
        AlarmContext context = new AlarmContext(ledger, "http://console/");
        return new Alertmanager(
                new ToAlertmanager(url, "", "", Map.of()),
                new AlertForm(context, "landfall", Map.of("cluster", "east")),
                new ObjectMapper());
    }

    private static HttpServer server(int status, List<JsonNode> told) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/v2/alerts", exchange -> {
            try (exchange) {
                told.add(new ObjectMapper().readTree(exchange.getRequestBody().readAllBytes()));
                exchange.sendResponseHeaders(status, -1);
            }
        });
        server.start();
        return server;
    }

    private static String url(HttpServer server) {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    /** For the alarms, by the ledger's clock. */
    private void pass(Duration time) {
        ledger.update("update alarm set push_at = push_at - ? * interval '1 millisecond'", time.toMillis());
    }
}
