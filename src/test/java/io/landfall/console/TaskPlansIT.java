package io.landfall.console;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.console.LedgerReader.Walk;
import io.landfall.ledger.LedgerSchema;

import static org.assertj.core.api.Assertions.assertThat;

/** With a million tasks in the ledger, what waits is still found along an index, page by page. */
class TaskPlansIT {
    private static final int TASKS = 1_000_000;

    private static LedgerSchema schema;
    private static JdbcTemplate ledger;

    @BeforeAll
    static void a_million_tasks() {
        schema = LedgerSchema.create("task_plans");
        ledger = schema.jdbc();
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
        ledger.update(
                """
                insert into failure (task_id, index_name, operation, version, cause, reason, trigger_name, fragment, truncated,
                    status, closed_at)
                select task_id, 'tasks', 'index', version, 'mapping', '', 'task-events', '', false,
                    case when version % 2000 = 0 then 'PERMANENT' else 'RESOLVED' end,
                    case when version % 2000 = 0 then null else now() end
                from task where version % 5 = 0
                """);
        ledger.execute("vacuum analyze task");
        ledger.execute("vacuum analyze failure");
    }

    @AfterAll
    static void away_with_them() {
        schema.close();
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

    @Test
    void open_failures_are_found_among_all_that_ever_were() {
        FailureReader.Wanted permanent = new FailureReader.Wanted(null, "PERMANENT", "mapping", null);
        Walk walk = FailureReader.walk(permanent, 100_000L);
        assertThat(schema.plan(
                        walk.statement(FailureReader.filter(permanent)),
                        100_000L,
                        walk.look(),
                        "PERMANENT",
                        "mapping",
                        50))
                .contains("failure_open_by_id")
                .doesNotContain("Seq Scan", "Sort");
    }

    private static String plan(TaskReader.Wanted wanted, @Nullable String after) {
        Walk walk = TaskReader.oldestFirst(wanted, after);
        Filter filter = new Filter().with("task_type = ?", wanted.taskType());
        List<Object> parameters = new ArrayList<>(walk.start().parameters());
        parameters.add(walk.look());
        parameters.addAll(filter.parameters());
        parameters.add(50);
        return schema.plan(walk.statement(filter), parameters.toArray());
    }
}
