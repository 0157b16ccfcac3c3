package io.landfall.inspection;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.ledger.LedgerSchema;

import static org.assertj.core.api.Assertions.assertThat;

/** With a million tasks in the ledger, each statement of an inspection still goes by an index. */
class InspectionPlansIT {
    private static final int TASKS = 1_000_000;
    private static LedgerSchema schema;
    private static JdbcTemplate ledger;

    @BeforeAll
    static void a_million_tasks() {
        schema = LedgerSchema.create("inspection_plans");
        ledger = schema.jdbc();
        ledger.update(
                """
                insert into task (task_id, index_name, state, attempt, version, landed_version, highest_seq, marks, created_at,
                    state_since, updated_at, due_at)
                select 'task-' || n, 'tasks', case when n % 20 = 0 then 'ANALYZING' else 'ANALYZED' end, 1, n, n, 0, '', now(),
                    now() - interval '1 hour', now(),
                    case when n % 20 = 0 then now() + (n - 500000) * interval '10 milliseconds' end
                from generate_series(1, ?) n
                """,
                TASKS);
        ledger.update(
                """
                insert into suspicion (task_id, attempt, state_since, kind, looks, since, looked_at, next_at, confirms, told,
                    verifier)
                select task_id, 1, state_since, case when version % 100 = 0 then 'DONE' else 'RUNNING' end, 1, now(), now(), due_at,
                    version % 100 = 0, false, 'call-log'
                from task where due_at is not null and version % 40 = 0
                """);
        ledger.update(
                """
                insert into repair (inspection_id, task_id, attempt, kind, event_id, state, state_since, reason, created_at,
                    settled_at, outcome)
                select 1, task_id, 1, 'COMPLETED', 'repair:' || task_id, state, state_since, '', now() - interval '1 day',
                    case when version % 1000 <> 0 then now() end, case when version % 1000 <> 0 then 'APPLIED' end
                from task where version % 5 = 0
                """);
        for (String table : List.of("task", "suspicion", "repair")) {
            ledger.execute("analyze " + table);
        }
    }

    @AfterAll
    static void away_with_them() {
        schema.close();
    }

    @Test
    void a_scan_goes_by_what_is_due_and_by_what_is_to_be_confirmed() throws IOException {
        String statement =
                filled("scan-suspects.sql", Map.of("total", "1000", "fresh", "1000", "leaseMillis", "120000"));
        String plan = schema.plan(statement);
        assertThat(plan).contains("task_due").contains("suspicion_confirms").doesNotContain("Seq Scan on task");
        List<Map<String, Object>> claimed = ledger.queryForList(statement);
        assertThat(claimed).hasSize(1_000).extracting(row -> row.get("task_id")).doesNotHaveDuplicates();
        assertThat(claimed.stream().filter(row -> "DONE".equals(row.get("kind"))))
                .as("those that wait for their second look go first")
                .hasSize(1_000);
        List<Map<String, Object>> next = ledger.queryForList(statement);
        assertThat(next)
                .hasSize(1_000)
                .extracting(row -> row.get("task_id"))
                .doesNotContainAnyElementsOf(
                        claimed.stream().map(row -> row.get("task_id")).toList());
    }

    @Test
    void looking_goes_by_indices() {
        assertThat(schema.plan(Suspects.DUE)).contains("suspicion_confirms").doesNotContain("Seq Scan");
        assertThat(schema.plan(Suspects.GLANCE, 1_000)).contains("task_due").doesNotContain("Seq Scan on task");
        assertThat(schema.plan(Suspects.OUTLIVED, 1_000))
                .contains("suspicion_next")
                .doesNotContain("Seq Scan on task");
        assertThat(schema.plan(Suspects.OUTLIVED_CONFIRMS, 1_000))
                .contains("suspicion_confirms")
                .doesNotContain("Seq Scan on task");
        assertThat(schema.plan(DueTimes.READ, java.sql.Timestamp.from(java.time.Instant.EPOCH), "", 1_000))
                .contains("task_due")
                .doesNotContain("Seq Scan");
    }

    @Test
    void settling_repairs_goes_by_those_that_are_open() {
        assertThat(schema.plan(Repairs.SETTLE, 1_000)).contains("repair_open").doesNotContain("Seq Scan on repair");
        assertThat(schema.plan(Repairs.OVERTAKE, 1_000, 1_000L))
                .contains("repair_open")
                .doesNotContain("Seq Scan on task");
        assertThat(schema.plan(Repairs.OVERDUE, 1_000, 1_000L))
                .contains("repair_open")
                .doesNotContain("Seq Scan");
    }

    private static String filled(String file, Map<String, String> values) throws IOException {
        String statement = new ClassPathResource("sql/" + file).getContentAsString(StandardCharsets.UTF_8);
        for (Map.Entry<String, String> value : values.entrySet()) {
            statement = statement.replace(":?" + value.getKey() + "::", value.getValue() + "::");
        }
        assertThat(statement).doesNotContain(":?");
        return statement;
    }
}
