package io.landfall.fault;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;

/**
 * A ledger's rows, put into the tables of an older version as far as these have the columns, and watched while those tables
 * are migrated. The rows lie in a schema beside it, as they were, and what was put in lies in another.
 */
final class OlderLedger implements AutoCloseable {
    private static final String TABLES =
            """
            select c.relname from pg_class c
            where c.relnamespace = ?::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
                and c.relname not like 'qrtz%' and c.relname <> 'flyway_schema_history' order by 1
            """;

    private final String schema;
    private final String rows;
    private final String kept;
    private final SingleConnectionDataSource connection;
    private final JdbcTemplate jdbc;
    private final Map<String, List<String>> filled = new LinkedHashMap<>();

    private OlderLedger(String schema) {
        this.schema = schema;
        this.rows = schema + "_rows";
        this.kept = schema + "_kept";
        this.connection = new SingleConnectionDataSource(Site.stack().jdbcUrl(), true);
        this.jdbc = new JdbcTemplate(connection);
    }

    /** Moves the ledger's tables aside: its schema is free then. */
    static OlderLedger of(String schema) {
        OlderLedger older = new OlderLedger(schema);
        older.jdbc.execute("alter schema " + schema + " rename to " + older.rows);
        older.jdbc.execute("create schema " + older.kept);
        return older;
    }

    /** Names of the ledger's own tables. */
    static List<String> tables(JdbcTemplate jdbc, String schema) {
        return jdbc.queryForList(TABLES, String.class, schema);
    }

    /** Rows of what does not happen by itself in a short while, into a ledger of today. */
    static void addRows(JdbcTemplate ledger) {
        String some = "from (select task_id, attempt, state, state_since from task order by task_id limit 200) t";
        for (String insert : List.of(
                "model_call (task_id, attempt, call_id, platform, outcome, result) select task_id, attempt, 'c', 'p', 'OK', '{}' "
                        + some,
                "repair (inspection_id, task_id, attempt, kind, event_id, state, state_since, reason, settled_at, outcome)"
                        + " select 1, task_id, attempt, 'COMPLETED', 'repair', state, state_since, 'told', now(), 'APPLIED' "
                        + some,
                "suspicion select task_id, attempt, state_since, 'RUNNING', 2, now(), now(), now(), false, false, 'call-log' "
                        + some,
                "inspection (alive_until, ended_at, node, trigger_name, why) values (now(), now(), 'one', 'schedule', 'done')",
                "compensation_run (alive_until, ended_at, node, trigger_name, why) values (now(), now(), 'one', 'schedule', 'done')",
                "operator_action (operator, action, filter, affected) values ('ann', 'failures.retry', '{}', 3)",
                "alarm (alarm_key, severity, summary, closed_at, push_at) values ('attempt-cap', 'P2', 'one too many', now(), null)",
                "failure (task_id, index_name, operation, version, cause, reason, trigger_name, fragment, truncated, status, closed_at, closed_by)"
                        + " select task_id, index_name, 'index', version, 'throttled', 'busy', 'land', '{}', false, 'RESOLVED', now(), 'landing'"
                        + " from (select * from task order by task_id limit 200) t",
                "admin_login (name, password_hash) values ('someone', 'a hash')",
                "rebuild (status, index_name, started_by, ended_at) values ('DONE', 'tasks', 'ann', now())",
                "audit (status, started_by, repair, orphans, ended_at) values ('DONE', 'ann', false, false, now())",
                "transaction_timeout (name, node, timeout_ms, took_ms, reason) values ('apply-batch', 'one', 1, 2, 'slow')")) {
            ledger.update("insert into " + insert);
        }
    }

    /**
     * Puts rows into those tables that had none put in before, and remembers them. Tables come in the order of their names, and
     * none refers to a later one.
     */
    void fill() {
        for (String table : tables(jdbc, schema)) {
            if (!filled.containsKey(table) && columns(rows, table).size() > 0) {
                fill(table);
            }
        }
    }

    private void fill(String table) {
        List<String> columns = new ArrayList<>(columns(schema, table));
        columns.retainAll(columns(rows, table));
        String list = String.join(", ", columns);
        if (table.equals("task_event")) {
            makeDays();
        }
        jdbc.execute("delete from " + schema + "." + table);
        // sums over all are what a migration makes of the others
        String which = table.startsWith("overview_") ? " where kind not like 'all-%'" : "";
        jdbc.execute("insert into %s.%s (%s) overriding system value select %s from %s.%s%s"
                .formatted(schema, table, list, list, rows, table, which));
        jdbc.execute("create table %s.%s as select %s from %s.%s".formatted(kept, table, list, schema, table));
        jdbc.queryForList(
                        "select attname from pg_attribute where attrelid = ?::regclass and attidentity <> ''",
                        String.class,
                        schema + "." + table)
                .forEach(id -> jdbc.queryForList(
                        "select setval(pg_get_serial_sequence('%s.%s', '%s'), coalesce(max(%s), 1)) from %s.%s"
                                .formatted(schema, table, id, id, schema, table)));
        filled.put(table, columns);
    }

    private void makeDays() {
        jdbc.queryForList(
                        "select c.relname || ' ' || pg_get_expr(c.relpartbound, c.oid) from pg_inherits i join pg_class c on c.oid = i.inhrelid"
                                + " where i.inhparent = ?::regclass and c.relname like 'task_event_2%'",
                        String.class, rows + ".task_event")
                .forEach(day -> {
                    int space = day.indexOf(' ');
                    jdbc.execute("create table %s.%s partition of %s.task_event %s"
                            .formatted(schema, day.substring(0, space), schema, day.substring(space)));
                });
    }

    /** Table and number of rows that were put in and are not there any more as they were, in the columns that are still there. */
    List<String> lost() {
        List<String> lost = new ArrayList<>();
        filled.forEach((table, put) -> {
            List<String> columns = new ArrayList<>(put);
            columns.retainAll(columns(schema, table));
            String list = String.join(", ", columns);
            Long rows = jdbc.queryForObject(
                    "select count(*) from (select %s from %s.%s except all select %s from %s.%s) lost"
                            .formatted(list, kept, table, list, schema, table),
                    Long.class);
            if (rows == null || rows > 0) {
                lost.add(table + ": " + rows);
            }
        });
        return lost;
    }

    /** Failures whose number of attempts is not the one that the product had counted. */
    long failuresWithOtherAttempts() {
        Long others = jdbc.queryForObject(
                "select count(*) from %s.failure f join %s.failure r using (id) where f.attempts <> r.attempts"
                        .formatted(schema, rows),
                Long.class);
        return others == null ? 0 : others;
    }

    private List<String> columns(String where, String table) {
        return jdbc.queryForList(
                "select column_name from information_schema.columns where table_schema = ? and table_name = ? order by ordinal_position",
                String.class,
                where,
                table);
    }

    @Override
    public void close() {
        jdbc.execute("drop schema " + rows + " cascade");
        jdbc.execute("drop schema " + kept + " cascade");
        connection.destroy();
    }
}
