package io.landfall.overview;

import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.flywaydb.core.Flyway;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import io.landfall.stack.LocalStack;
import io.landfall.stack.SharedStack;

import static org.assertj.core.api.Assertions.assertThat;

/** With a million tasks in the ledger, each statement of the overview still goes by an index. */
class OverviewPlansIT {
    private static final String SCHEMA = "overview_plans";
    private static final int TASKS = 1_000_000;
    private final Timestamp now = Timestamp.from(Instant.now());
    private final Timestamp anHourAgo = Timestamp.from(Instant.now().minus(Duration.ofHours(1)));

    private static JdbcTemplate ledger;

    @BeforeAll
    static void a_million_tasks() {
        LocalStack stack = SharedStack.get();
        Flyway.configure()
                .dataSource(stack.jdbcUrl(), stack.jdbcUser(), stack.jdbcPassword())
                .schemas(SCHEMA)
                .defaultSchema(SCHEMA)
                .load()
                .migrate();
        ledger = new JdbcTemplate(new DriverManagerDataSource(
                stack.jdbcUrl() + "&currentSchema=" + SCHEMA, stack.jdbcUser(), stack.jdbcPassword()));
        ledger.update(
                """
                insert into task (task_id, index_name, state, attempt, version, landed_version, highest_seq, marks, task_type,
                    model, created_at, state_since, updated_at, due_at)
                select 'task-' || n, 'tasks', case when n % 20 = 0 then 'ANALYZING' else 'ANALYZED' end, 1, n,
                    case when n % 50 = 0 then 0 else n end, 0, '', 'type-' || n % 7, 'm', now(), now() - interval '1 hour', now(),
                    case when n % 20 = 0 then now() + (n - 500000) * interval '10 milliseconds' end
                from generate_series(1, ?) n
                """,
                TASKS);
        ledger.update(
                """
                insert into failure (task_id, index_name, operation, version, cause, reason, trigger_name, fragment, truncated,
                    status, closed_at)
                select task_id, 'tasks', 'index', version, 'mapping', '', 'task-events', '', false,
                    case when version % 100 = 0 then 'PERMANENT' else 'RESOLVED' end,
                    case when version % 100 = 0 then null else now() end
                from task where version % 10 = 0
                """);
        ledger.update(
                """
                insert into suspicion (task_id, attempt, state_since, kind, looks, since, looked_at, next_at, confirms, told,
                    verifier)
                select task_id, 1, state_since, 'ABSENT', 1, now(), now(), due_at, false, false, 'call-log'
                from task where due_at is not null and version % 40 = 0
                """);
        ledger.update(
                """
                insert into repair (inspection_id, task_id, attempt, kind, event_id, state, state_since, reason, created_at,
                    settled_at, outcome)
                select 1, task_id, 1, 'COMPLETED', '', state, state_since, '', now() - version * interval '1 second', now(), 'APPLIED'
                from task where version % 5 = 0
                """);
        for (String table : List.of("task", "failure", "suspicion", "repair")) {
            ledger.execute("vacuum analyze " + table);
        }
    }

    @AfterAll
    static void away_with_them() {
        ledger.execute("drop schema " + SCHEMA + " cascade");
    }

    @Test
    void samples_go_by_what_is_open() {
        assertThat(plan(Levels.TASKS, 600_000L, Levels.MOST))
                .contains("task_due")
                .doesNotContain("Seq Scan");
        assertThat(plan(Levels.UNLANDED, Levels.MOST)).contains("task_unlanded").doesNotContain("Seq Scan");
        assertThat(plan(Levels.FAILURES, Levels.MOST)).contains("failure_open").doesNotContain("Seq Scan");
    }

    @Test
    void what_is_asked_at_once_goes_by_what_is_open_and_by_time() {
        String open = plan(Silences.OPEN, Silences.LOOK, Silences.LOOK, Silences.LOOK, null, null, null, null, 10);
        assertThat(open)
                .contains("suspicion_next")
                .contains("task_due")
                .contains("failure_open")
                .doesNotContain("Seq Scan on task")
                .doesNotContain("Seq Scan on failure");
        assertThat(plan(Silences.MENDED, anHourAgo, now, Silences.LOOK, null, null, null, null, 10))
                .contains("repair_created")
                .doesNotContain("Seq Scan");
        assertThat(plan(Counts.REPAIRS, anHourAgo, now, Counts.LOOK, "type-1", "type-1", null, null))
                .contains("repair_created")
                .doesNotContain("Seq Scan");
        assertThat(plan(Counts.FAILURES, Counts.LOOK, "type-1", "type-1", null, null))
                .contains("failure_open")
                .doesNotContain("Seq Scan on failure");
    }

    private static String plan(String statement, Object... parameters) {
        return String.join("\n", ledger.queryForList("explain " + statement, String.class, parameters));
    }
}
