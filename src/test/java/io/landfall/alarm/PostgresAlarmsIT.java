package io.landfall.alarm;

import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.postgresql.ds.PGSimpleDataSource;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.stack.SharedStack;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

class PostgresAlarmsIT {

    private final PGSimpleDataSource source = new PGSimpleDataSource();
    private JdbcTemplate ledger;
    private AlarmRows rows;
    private PostgresAlarms alarms;

    @BeforeEach
    void empty_table() {
        source.setUrl(SharedStack.get().jdbcUrl());
        source.setCurrentSchema("alarms_it");
        Flyway.configure()
                .dataSource(source)
                .schemas("alarms_it")
                .defaultSchema("alarms_it")
                .load()
                .migrate();
        ledger = new JdbcTemplate(source);
        ledger.update("truncate alarm, outbox");
        rows = new AlarmRows(new JdbcTemplate(source), "alarms");
        alarms = new PostgresAlarms(rows, Clock.systemUTC());
    }

    @AfterEach
    void stop() {
        alarms.close();
    }

    @Test
    void raising_again_counts_up_the_open_one() {
        alarms.raise("view-away", Severity.P2, "first");
        alarms.raise("view-away", Severity.P2, "second");
        alarms.raise("view-away", Severity.P1, "third");
        alarms.raise("view-away", Severity.P3, "fourth");
        awaitRows(Map.of("alarm_key", "view-away", "severity", "P1", "count", 4L, "summary", "fourth", "open", true));
    }

    @Test
    void a_closed_alarm_stays_and_the_next_is_a_new_one() {
        alarms.close("never-raised");
        alarms.raise("k", Severity.P3, "a");
        alarms.raise("k", Severity.P3, "b");
        alarms.close("k");
        alarms.raise("k", Severity.P3, "c");
        awaitRows(
                Map.of("alarm_key", "k", "severity", "P3", "count", 2L, "summary", "b", "open", false),
                Map.of("alarm_key", "k", "severity", "P3", "count", 1L, "summary", "c", "open", true));
    }

    @Test
    void while_the_ledger_is_away_alarms_wait_and_are_stored_afterwards() {
        SharedStack.get().postgres().kill();
        try {
            alarms.raise("ledger-away", Severity.P1, "gone");
            alarms.close("ledger-away");
        } finally {
            SharedStack.get().postgres().start();
        }
        awaitRows(Map.of("alarm_key", "ledger-away", "severity", "P1", "count", 1L, "summary", "gone", "open", false));
    }

    @Test
    void what_was_raised_is_stored_before_the_end() {
        for (int i = 0; i < 1_000; i++) {
            alarms.raise("storm", Severity.P2, "s" + i);
        }
        alarms.close();
        assertThat(ledger.queryForObject("select count from alarm where alarm_key = 'storm'", Long.class))
                .isEqualTo(1_000);
    }

    @Test
    void opening_worsening_and_closing_are_told_and_a_rising_count_once_an_hour() {
        rows.raise("k", Severity.P3, "a", 1, false);
        rows.raise("k", Severity.P3, "b", 1, false);
        assertThat(told()).containsExactly("k P3 1 null");
        ledger.update("update alarm set told_at = now() - interval '61 minutes'");
        rows.raise("k", Severity.P3, "c", 1, false);
        rows.raise("k", Severity.P1, "d", 1, false);
        rows.raise("k", Severity.P2, "e", 1, false);
        rows.close("k");
        rows.close("k");
        assertThat(told()).containsExactly("k P3 1 null", "k P3 3 null", "k P1 4 null", "k P1 5 closed");
    }

    @Test
    void an_alarm_that_counts_occurrences_ends_when_it_is_quiet_and_one_that_was_raised_does_not() {
        rows.raise("counted", Severity.P3, "a", 1, true);
        rows.raise("still-counted", Severity.P3, "a", 1, true);
        rows.raise("raised-too", Severity.P3, "a", 1, true);
        rows.raise("raised-too", Severity.P3, "a", 1, false);
        ledger.update("update alarm set last_at = now() - interval '61 minutes' where alarm_key <> 'still-counted'");
        rows.closeQuiet(Duration.ofHours(1));
        assertThat(ledger.queryForList(
                        "select alarm_key from alarm where closed_at is null order by alarm_key", String.class))
                .containsExactly("raised-too", "still-counted");
        assertThat(told()).contains("counted P3 1 closed");
    }

    /** As a listener would read it, in the order it was written. */
    private List<String> told() {
        return ledger.queryForList(
                """
                select j ->> 'key' || ' ' || (j ->> 'severity') || ' ' || (j ->> 'count') || ' '
                    || case when j ->> 'closedAt' is null then 'null' else 'closed' end
                from (select id, convert_from(payload, 'UTF8')::json as j from outbox where topic = 'alarms') o order by id
                """,
                String.class);
    }

    @SafeVarargs
    private void awaitRows(Map<String, Object>... expected) {
        await().atMost(Wait.MOST).untilAsserted(() -> assertThat(rows()).containsExactly(expected));
    }

    private List<Map<String, Object>> rows() {
        return ledger.queryForList(
                "select alarm_key, severity, count, summary, closed_at is null as open from alarm order by id");
    }
}
