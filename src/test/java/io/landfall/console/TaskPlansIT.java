package io.landfall.console;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.flywaydb.core.Flyway;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import io.landfall.console.LedgerReader.Walk;
import io.landfall.stack.LocalStack;
import io.landfall.stack.SharedStack;

import static org.assertj.core.api.Assertions.assertThat;

/** With a million tasks in the ledger, what waits longest is still found along an index, page by page. */
class TaskPlansIT {
    private static final String SCHEMA = "task_plans";
    private static final int TASKS = 1_000_000;

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
                select 'task-' || n, 'tasks', case when n % 4 = 0 then 'ANALYZING' else 'ANALYZED' end, 1, n, n, 0, '',
                    'type-' || n % 7, 'm', now(), now() - (n::bigint * 7919 % 1000003) * interval '1 second', now(),
                    case when n % 4 = 0 then now() end
                from generate_series(1, ?) n
                """,
                TASKS);
        ledger.execute("vacuum analyze task");
    }

    @AfterAll
    static void away_with_them() {
        ledger.execute("drop schema " + SCHEMA + " cascade");
    }

    @Test
    void the_oldest_are_walked_along_an_index() {
        TaskReader.Wanted all = new TaskReader.Wanted(null, null, null, null, null, null);
        TaskReader.Wanted stuck = new TaskReader.Wanted(null, "type-1", null, null, null, Duration.ofMinutes(10));
        for (TaskReader.Wanted wanted : List.of(all, stuck)) {
            assertThat(plan(wanted, null)).contains("task_since").doesNotContain("Seq Scan", "Sort");
            assertThat(plan(wanted, "2026-01-31T08:00:00.123456Z task-12"))
                    .contains("task_since")
                    .containsPattern("Index Cond: .*ROW\\(state_since, task_id\\) > ROW")
                    .doesNotContain("Seq Scan", "Sort");
        }
    }

    private static String plan(TaskReader.Wanted wanted, @Nullable String after) {
        Walk walk = TaskReader.oldestFirst(wanted, after);
        Filter filter = new Filter().with("task_type = ?", wanted.taskType());
        List<Object> parameters = new ArrayList<>(walk.start().parameters());
        parameters.add(LedgerReader.LOOK);
        parameters.addAll(filter.parameters());
        parameters.add(50);
        return String.join(
                "\n", ledger.queryForList("explain " + walk.statement(filter), String.class, parameters.toArray()));
    }
}
