package io.landfall.overview;

import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.ledger.LedgerSchema;

import static org.assertj.core.api.Assertions.assertThat;

/** With a million tasks in the ledger, each statement of the overview still goes by an index. */
class OverviewPlansIT {
    private static final int TASKS = 1_000_000;
    private final Timestamp now = Timestamp.from(Instant.now());
    private final Timestamp anHourAgo = Timestamp.from(Instant.now().minus(Duration.ofHours(1)));

    private static LedgerSchema schema;
    private static JdbcTemplate ledger;

    @BeforeAll
    static void a_million_tasks() {
        schema = LedgerSchema.create("overview_plans");
        ledger = schema.jdbc();
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
        ledger.update(
                """
                insert into dead_letter (topic, partition_no, offset_no, record_at, hash, reason, detail, headers, status,
                    resolved_at)
                select 't', 0, n, now(), '', 'not-json', '', '',
                    case when n % 100 = 0 then 'OPEN' else 'RESOLVED' end, case when n % 100 = 0 then null else now() end
                from generate_series(1, 100000) n
                """);
        ledger.update(
                """
                insert into overview_level (step, at, kind, name, task_type, model, number)
                select s, now() - i * s * interval '1 second', k, '', 'type-' || g, 'm', 1
                from unnest(array[10, 3600], array[720, 168]) p(s, points)
                cross join lateral generate_series(1, points) i
                cross join generate_series(1, 20) g
                cross join unnest(array['tasks', 'stuck', 'unlanded']) k
                union all
                select 10, now() - i * interval '10 seconds', k, '', '', '', 20
                from generate_series(1, 720) i
                cross join unnest(array['all-tasks', 'all-stuck', 'all-unlanded', 'failures']) k
                """);
        ledger.update(
                """
                insert into overview_flow (step, at, kind, name, task_type, model, node, number, millis, buckets)
                select s, now() - i * s * interval '1 second', k, '', 'type-' || g, 'm', 'node', 1, 1, '{1}'::bigint[]
                from unnest(array[10, 3600], array[720, 168]) p(s, points)
                cross join lateral generate_series(1, points) i
                cross join generate_series(1, 20) g
                cross join unnest(array['documents', 'events']) k
                union all
                select 10, now() - i * interval '10 seconds', k, '', '', '', 'node', 20, 20, '{20}'::bigint[]
                from generate_series(1, 720) i
                cross join unnest(array['all-documents', 'all-events', 'transactions']) k
                """);
        for (String table :
                List.of("task", "failure", "suspicion", "repair", "dead_letter", "overview_level", "overview_flow")) {
            ledger.execute("vacuum analyze " + table);
        }
    }

    @AfterAll
    static void away_with_them() {
        schema.close();
    }

    @Test
    void samples_go_by_what_is_open() {
        assertThat(schema.plan(Levels.TASKS, 600_000L, Levels.MOST))
                .contains("task_due")
                .doesNotContain("Seq Scan");
        assertThat(schema.plan(Levels.UNLANDED, Levels.MOST))
                .contains("task_unlanded")
                .doesNotContain("Seq Scan");
        assertThat(schema.plan(Levels.FAILURES, Levels.MOST))
                .contains("failure_open")
                .doesNotContain("Seq Scan");
        assertThat(schema.plan(Levels.LETTERS, Levels.MOST))
                .contains("dead_letter_unresolved")
                .doesNotContain("Seq Scan");
    }

    @Test
    void the_past_goes_by_group() {
        Scope pair = new Scope(anHourAgo.toInstant(), now.toInstant(), "type-1", "m");
        String levels = History.LEVELS_OF_GROUP + pair.isAsked();
        String landed = History.LANDED_OF_GROUP + pair.isAsked();
        assertThat(schema.plan(History.LEVELS, 10, anHourAgo, now)).contains("overview_level_group");
        assertThat(schema.plan(levels, 10, anHourAgo, now, "type-1", "m")).contains("overview_level_group");
        assertThat(schema.plan(History.LANDED, 10, anHourAgo, now)).contains("overview_flow_group");
        assertThat(schema.plan(landed, 10, anHourAgo, now, "type-1", "m")).contains("overview_flow_group");
        assertThat(schema.plan(History.TRANSACTIONS, 10, anHourAgo, now)).contains("overview_flow_group");
        assertThat(schema.plan(History.GROUPS))
                .contains("overview_level_group")
                .contains("overview_flow_group")
                .doesNotContain("Seq Scan");
        assertThat(ledger.queryForList(History.GROUPS)).hasSize(20);
    }

    @Test
    void what_is_asked_at_once_goes_by_what_is_open_and_by_time() {
        String open =
                schema.plan(Silences.OPEN, Silences.LOOK, Silences.LOOK, Silences.LOOK, null, null, null, null, 10);
        assertThat(open)
                .contains("suspicion_next")
                .contains("task_due")
                .contains("failure_open")
                .doesNotContain("Seq Scan on task")
                .doesNotContain("Seq Scan on failure");
        assertThat(schema.plan(Silences.MENDED, anHourAgo, now, Silences.LOOK, null, null, null, null, 10))
                .contains("repair_created")
                .doesNotContain("Seq Scan");
        assertThat(schema.plan(Counts.REPAIRS_OF_ALL, anHourAgo, now, Counts.LOOK))
                .contains("repair_created")
                .doesNotContain("Seq Scan");
        assertThat(schema.plan(Counts.REPAIRS, anHourAgo, now, Counts.LOOK, "type-1", "type-1", null, null))
                .contains("repair_created")
                .doesNotContain("Seq Scan");
        assertThat(schema.plan(Counts.FAILURES, Counts.LOOK, "type-1", "type-1", null, null))
                .contains("failure_open")
                .doesNotContain("Seq Scan on failure");
    }
}
