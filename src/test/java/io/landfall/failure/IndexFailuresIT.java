package io.landfall.failure;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.awaitility.Awaitility;
import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.dao.DataIntegrityViolationException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import com.zaxxer.hikari.HikariDataSource;

import io.landfall.ledger.LedgerTransactions;
import io.landfall.stack.LocalStack;
import io.landfall.stack.SharedStack;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** The one failure of an index: how it grows, what keeps it open, and what ends it. */
class IndexFailuresIT {
    private static final String SCHEMA = "index_failures_it";

    private final HikariDataSource database = new HikariDataSource();
    private JdbcTemplate jdbc;
    private TransactionTemplate open;
    private IndexFailures failures;

    @BeforeEach
    void emptyTables() {
        LocalStack stack = SharedStack.get();
        Flyway flyway = Flyway.configure()
                .dataSource(stack.jdbcUrl(), stack.jdbcUser(), stack.jdbcPassword())
                .schemas(SCHEMA)
                .defaultSchema(SCHEMA)
                .cleanDisabled(false)
                .load();
        flyway.clean();
        flyway.migrate();
        database.setJdbcUrl(stack.jdbcUrl());
        database.setSchema(SCHEMA);
        database.setMaximumPoolSize(3);
        jdbc = new JdbcTemplate(database);
        JdbcTransactionManager manager = new JdbcTransactionManager(database);
        open = new TransactionTemplate(manager);
        failures =
                new PostgresIndexFailures(jdbc, new LedgerTransactions(manager, jdbc, Duration.ofSeconds(30)), "one");
    }

    @AfterEach
    void end() {
        database.close();
    }

    @Test
    void a_block_that_is_met_again_and_again_stays_one_small_failure() {
        for (int i = 0; i < 200; i++) {
            failures.record(block("tasks", "read-only " + i));
        }
        failures.record(block("apart", "closed"));
        assertThat(failures.open()).containsExactlyInAnyOrder("tasks", "apart");
        assertThat(number("select count(*) from failure_attempt")).isEqualTo(2);

        // four days later, met once a minute for an hour
        jdbc.update("update failure set first_at = now() - interval '4 days'");
        for (int minute = 60; minute > 0; minute--) {
            jdbc.update("update failure set last_at = now() - interval '2 seconds'");
            jdbc.update("update failure_attempt set at = at - interval '1 minute'");
            failures.record(block("tasks", "read-only, still"));
        }
        assertThat(number("select count(*) from failure_attempt")).isEqualTo(2);
        jdbc.update("update failure_attempt set at = at - interval '10 hours'");
        jdbc.update("update failure set last_at = now() - interval '2 seconds'");
        failures.record(block("tasks", "read-only, still"));
        assertThat(number("select count(*) from failure_attempt")).isEqualTo(3);
        assertThat(number("select count(*) from failure where reason = 'read-only, still'"))
                .isEqualTo(1);
    }

    @Test
    void it_ends_when_none_of_its_tasks_is_left() {
        task("waits", "tasks", "0 seconds");
        task("elsewhere", "apart", "0 seconds");
        failures.record(block("tasks", "read-only"));
        assertThat(failures.waiting(List.of("tasks"), 10)).isEqualTo(1);
        assertThat(failures.waiting(List.of("apart"), 10)).isZero();
        assertThat(failures.resolve("tasks")).isFalse();
        jdbc.update("update task set landed_version = version where task_id = 'waits'");
        assertThat(failures.resolve("tasks")).isTrue();
        assertThat(failures.resolve("tasks")).isFalse();
        assertThat(number("select count(*) from failure where status = 'RESOLVED' and closed_at is not null"))
                .isEqualTo(1);

        failures.record(block("tasks", "again"));
        assertThat(number("select count(*) from failure")).isEqualTo(2);
    }

    @Test
    void a_task_with_a_failure_of_its_own_does_not_keep_it_open() {
        task("foreign", "tasks", "1 hour");
        jdbc.update(
                """
                insert into failure (task_id, index_name, operation, version, cause, reason, trigger_name, fragment,
                    truncated, status) values ('foreign', 'tasks', 'index', 5, 'foreign', 'r', 't', '', false, 'PERMANENT')
                """);
        failures.record(block("tasks", "read-only"));
        assertThat(failures.waiting(List.of("tasks"), 10)).isZero();
        assertThat(failures.resolve("tasks")).isTrue();
    }

    @Test
    void a_task_that_changed_after_the_last_refusal_is_on_its_own_way() {
        failures.record(block("tasks", "read-only"));
        jdbc.update("update failure set last_at = now() - interval '10 seconds'");
        task("under-way", "tasks", "0 seconds");
        assertThat(failures.resolve("tasks")).isTrue();
    }

    @Test
    void a_closing_that_waits_for_a_batch_sees_the_tasks_of_that_batch() {
        failures.record(block("tasks", "read-only"));
        CompletableFuture<Boolean> closing = open.execute(status -> {
            task("just-refused", "tasks", "0 seconds");
            failures.record(block("tasks", "read-only"));
            CompletableFuture<Boolean> other = CompletableFuture.supplyAsync(() -> failures.resolve("tasks"));
            Awaitility.await().atMost(Wait.MOST).until(this::somebodyWaits);
            return other;
        });
        assertThat(closing.join()).isFalse();
        assertThat(failures.open()).containsExactly("tasks");
    }

    @Test
    void counting_ends_at_its_limit() {
        failures.record(block("tasks", "read-only"));
        for (int i = 0; i < 20; i++) {
            task("t" + i, "tasks", "0 seconds");
        }
        assertThat(failures.waiting(List.of("tasks", "apart"), 7)).isEqualTo(7);
    }

    @Test
    void only_failures_of_indices_have_no_task() {
        String failure =
                """
                insert into failure (kind, task_id, index_name, operation, version, cause, reason, trigger_name, fragment,
                    truncated, status) values (?, ?, 'tasks', 'index', 5, 'c', 'r', 't', '', false, 'PENDING')
                """;
        assertThatThrownBy(() -> jdbc.update(failure, "document", null))
                .isInstanceOf(DataIntegrityViolationException.class);
        assertThatThrownBy(() -> jdbc.update(failure, "index", "a"))
                .isInstanceOf(DataIntegrityViolationException.class);
    }

    private boolean somebodyWaits() {
        return number("select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query like '%failure%'")
                > 0;
    }

    private void task(String id, String index, String changedAgo) {
        jdbc.update(
                """
                insert into task (task_id, index_name, state, attempt, version, highest_seq, marks, created_at, state_since,
                    updated_at) values (?, ?, 'ANALYZED', 1, 5, 0, '', now(), now(), now() - ?::interval)
                """,
                id,
                index,
                changedAgo);
    }

    private static IndexBlock block(String index, String reason) {
        return new IndexBlock(index, Instant.now(), reason, 403);
    }

    private long number(String sql) {
        return jdbc.queryForObject(sql, Long.class);
    }
}
