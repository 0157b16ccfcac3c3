package io.landfall.compensation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.ledger.LedgerSchema;

import static org.assertj.core.api.Assertions.assertThat;

/** With a million failures in the ledger, each statement of the schedule still goes by an index. */
class CompensationPlansIT {
    private static final int FAILURES = 1_000_000;
    private static final int TASKS = 300_000;
    private static LedgerSchema schema;
    private static JdbcTemplate ledger;

    @BeforeAll
    static void a_million_failures() {
        schema = LedgerSchema.create("compensation_plans");
        ledger = schema.jdbc();
        ledger.update(
                """
                insert into failure (task_id, index_name, operation, version, cause, reason, trigger_name, fragment, truncated,
                    status, retry_count, next_attempt_at, claimed_until)
                select 'task-' || n, 'tasks', 'index', n, 'throttled', 'busy', 'task-events', '{}', false,
                    case when n % 1000 = 0 then 'CLAIMED' when n % 3 = 0 then 'PERMANENT' else 'PENDING' end, n % 4,
                    now() - n * interval '10 milliseconds', case when n % 1000 = 0 then now() + interval '1 minute' end
                from generate_series(1, ?) n
                """,
                FAILURES);
        ledger.update(
                """
                insert into task (task_id, index_name, state, attempt, version, landed_version, highest_seq, marks, created_at,
                    state_since, updated_at)
                select 'task-' || n, case when n % 2 = 0 then 'tasks' else 'other' end, 'ANALYZED', 1, n,
                    case when n % 100 = 0 then 0 else n end, 0, '', now(), now(), now() - interval '1 hour'
                from generate_series(1, ?) n
                """,
                TASKS);
        ledger.execute("analyze failure");
        ledger.execute("analyze task");
    }

    @AfterAll
    static void away_with_them() {
        schema.close();
    }

    @Test
    void claiming_goes_by_the_indices_of_what_is_due_and_of_what_is_fresh() throws IOException {
        Map<String, String> values = Map.of(
                "until", "now()",
                "skipped", "'{other}'",
                "fresh", "125",
                "total", "250",
                "token", "gen_random_uuid()",
                "leaseMillis", "1000",
                "node", "'here'");
        String statement = filled("claim-failures.sql", values);
        String plan = schema.plan(statement);
        assertThat(plan).contains("failure_due").contains("failure_fresh").doesNotContain("Seq Scan on failure");
        List<Map<String, Object>> claimed = ledger.queryForList(statement);
        assertThat(claimed).hasSize(250).extracting(row -> row.get("id")).doesNotHaveDuplicates();
        assertThat(ledger.queryForObject(
                        "select count(*) from failure where status = 'CLAIMED' and retry_count = 1"
                                + " and next_attempt_at > now() - interval '1 hour' and claim_token is not null",
                        Long.class))
                .as("the newest of those never tried again")
                .isEqualTo(125);
    }

    @Test
    void looking_goes_by_indices() {
        assertThat(schema.plan(Backlog.DUE)).contains("failure_due").doesNotContain("Seq Scan on failure");
        assertThat(schema.plan(Backlog.RELEASE, UUID.randomUUID()))
                .contains("failure_claimed")
                .doesNotContain("Seq Scan on failure");
        assertThat(schema.plan(Backlog.LAPSED, 1_000, 8, 8, 60_000L, 1_000L))
                .contains("failure_claimed")
                .doesNotContain("Seq Scan on failure");
        assertThat(schema.plan(Backlog.TOO_OLD, 3_600_000L, 1_000))
                .contains("failure_due")
                .doesNotContain("Seq Scan on failure");
        assertThat(schema.plan(ExhaustedAlarms.COUNTS))
                .contains("failure_exhausted")
                .doesNotContain("Seq Scan");
    }

    @Test
    void draining_an_index_goes_by_what_has_not_landed() throws IOException {
        String page = filled(
                "unlanded-tasks.sql", Map.of("after", "''", "index", "'tasks'", "until", "now()", "total", "250"));
        assertThat(schema.plan(page)).contains("task_unlanded").doesNotContain("Seq Scan");
        assertThat(schema.plan(Drains.BLOCKED)).contains("failure_of_index").doesNotContain("Seq Scan");
        assertThat(ledger.queryForList(page)).isNotEmpty();
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
