package io.landfall.ledger;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.Collection;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.state.Attribute;
import io.landfall.state.Field;
import io.landfall.state.Json;
import io.landfall.state.Task;
import io.landfall.state.TaskState;

/** The tables {@code task} and {@code task_content}: many rows a statement, in id order, inside the caller's transaction. */
final class TaskRows {
    private static final String SELECT =
            """
            select t.*, c.content from task t left join task_content c on c.task_id = t.task_id
            where t.task_id = any (?) order by t.task_id
            """;

    private static final String LOCK =
            """
            select now(), count(*) from (select 1 from task where task_id = any (?) order by task_id for update) locked
            """;

    private static final String INSERT =
            """
            insert into task (task_id, index_name, state, attempt, version, highest_seq, marks, error,
                task_type, model, platform, call_id, created_at, state_since, updated_at, due_at, deleted_at)
            select n.task_id, n.index_name, n.state, n.attempt, n.version, n.highest_seq, n.marks, n.error,
                n.task_type, n.model, n.platform, n.call_id, %1$s, %2$s, %3$s, %4$s, %5$s
            from unnest(?::text[], ?::text[], ?::text[], ?::int[], ?::bigint[], ?::bigint[], ?::bytea[], ?::bytea[],
                ?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[])
                n(task_id, index_name, state, attempt, version, highest_seq, marks, error,
                task_type, model, platform, call_id, created_at, state_since, updated_at, due_at, deleted_at)
            on conflict (task_id) do nothing
            """
                    .formatted(
                            time("created_at"),
                            time("state_since"),
                            time("updated_at"),
                            time("due_at"),
                            time("deleted_at"));

    /** An event that leaves the state as it is does not bring forward a look that an inspection has put off. */
    private static final String UPDATE =
            """
            update task t set state = n.state, attempt = n.attempt, version = n.version, highest_seq = n.highest_seq,
                marks = n.marks, error = n.error, task_type = n.task_type, model = n.model, platform = n.platform,
                call_id = n.call_id, state_since = %1$s, updated_at = %2$s, deleted_at = %4$s,
                due_at = case when n.due_at is not null and t.state_since = %1$s then greatest(t.due_at, %3$s) else %3$s end
            from unnest(?::text[], ?::text[], ?::int[], ?::bigint[], ?::bigint[], ?::bytea[], ?::bytea[],
                ?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[])
                n(task_id, state, attempt, version, highest_seq, marks, error,
                task_type, model, platform, call_id, state_since, updated_at, due_at, deleted_at)
            where t.task_id = n.task_id
            """
                    .formatted(time("state_since"), time("updated_at"), time("due_at"), time("deleted_at"));

    private static final String UPSERT_CONTENT =
            """
            insert into task_content (task_id, content) select * from unnest(?::text[], ?::bytea[])
            on conflict (task_id) do update set content = excluded.content
            """;

    private final JdbcTemplate jdbc;
    private final MinAges minAges;

    TaskRows(JdbcTemplate jdbc, MinAges minAges) {
        this.jdbc = jdbc;
        this.minAges = minAges;
    }

    /** Locks the rows in id order, so that two batches can't wait for each other. */
    Locked lock(Collection<String> ids) {
        // two statements: one that had to wait would join the row as it is now with the content of before
        Timestamp now = jdbc.queryForObject(LOCK, (row, i) -> row.getTimestamp(1), (Object) ids.toArray(String[]::new));
        return new Locked(Objects.requireNonNull(now).toInstant(), ids.isEmpty() ? Map.of() : select(SELECT, ids));
    }

    /**
     * Rows that nobody else changes while the transaction lasts.
     *
     * @param now when the transaction began, by the ledger's clock
     */
    record Locked(Instant now, Map<String, Task> tasks) {}

    Map<String, Task> read(Collection<String> ids) {
        return select(SELECT, ids);
    }

    private Map<String, Task> select(String sql, Collection<String> ids) {
        Map<String, Task> tasks = new LinkedHashMap<>();
        jdbc.query(
                sql,
                (ResultSet row) -> {
                    Task task = task(row);
                    tasks.put(task.id(), task);
                },
                (Object) ids.toArray(String[]::new));
        return tasks;
    }

    /**
     * Inserts tasks that were not there when their batch looked.
     *
     * @return false: another transaction was faster with one of them; roll back and begin again
     */
    boolean insert(List<Task> tasks) {
        Columns all = new Columns(tasks);
        int inserted = jdbc.update(
                INSERT,
                all.ids(),
                all.texts(Task::index),
                all.states(),
                all.attempts(),
                all.longs(Task::version),
                all.longs(Task::highestSeq),
                all.bytes(MarksCodec::marks),
                all.bytes(TaskRows::error),
                all.texts(task -> task.attribute(Attribute.TASK_TYPE)),
                all.texts(task -> task.attribute(Attribute.MODEL)),
                all.texts(task -> task.attribute(Attribute.PLATFORM)),
                all.texts(task -> task.attribute(Attribute.CALL_ID)),
                all.times(Task::createdAt),
                all.times(Task::stateSince),
                all.times(Task::updatedAt),
                all.times(minAges::dueAt),
                all.times(Task::deletedAt));
        return inserted == tasks.size();
    }

    void update(List<Task> tasks) {
        Columns all = new Columns(tasks);
        jdbc.update(
                UPDATE,
                all.ids(),
                all.states(),
                all.attempts(),
                all.longs(Task::version),
                all.longs(Task::highestSeq),
                all.bytes(MarksCodec::marks),
                all.bytes(TaskRows::error),
                all.texts(task -> task.attribute(Attribute.TASK_TYPE)),
                all.texts(task -> task.attribute(Attribute.MODEL)),
                all.texts(task -> task.attribute(Attribute.PLATFORM)),
                all.texts(task -> task.attribute(Attribute.CALL_ID)),
                all.times(Task::stateSince),
                all.times(Task::updatedAt),
                all.times(minAges::dueAt),
                all.times(Task::deletedAt));
    }

    void writeContent(List<Task> tasks) {
        Columns all = new Columns(tasks);
        jdbc.update(UPSERT_CONTENT, all.ids(), all.bytes(task -> MarksCodec.content(task.fields())));
    }

    private static byte @Nullable [] error(Task task) {
        Field error = task.error();
        Json why = error == null ? null : error.value();
        return why == null ? null : why.bytes();
    }

    static Task task(ResultSet row) throws SQLException {
        Map<Attribute, String> tags = new EnumMap<>(Attribute.class);
        putIfPresent(tags, Attribute.TASK_TYPE, row.getString("task_type"));
        putIfPresent(tags, Attribute.MODEL, row.getString("model"));
        putIfPresent(tags, Attribute.PLATFORM, row.getString("platform"));
        putIfPresent(tags, Attribute.CALL_ID, row.getString("call_id"));
        MarksCodec.Marks marks =
                MarksCodec.read(row.getBytes("marks"), row.getBytes("content"), tags, row.getBytes("error"));
        Timestamp deletedAt = row.getTimestamp("deleted_at");
        return new Task(
                row.getString("task_id"),
                row.getString("index_name"),
                TaskState.valueOf(row.getString("state")),
                row.getInt("attempt"),
                row.getLong("version"),
                row.getLong("landed_version"),
                row.getLong("highest_seq"),
                marks.fields(),
                marks.tags(),
                marks.stages(),
                marks.error(),
                row.getTimestamp("created_at").toInstant(),
                row.getTimestamp("state_since").toInstant(),
                row.getTimestamp("updated_at").toInstant(),
                deletedAt == null ? null : deletedAt.toInstant());
    }

    private static void putIfPresent(Map<Attribute, String> tags, Attribute attribute, @Nullable String value) {
        if (value != null) {
            tags.put(attribute, value);
        }
    }

    /** Instants travel as microseconds, which keeps them exact and the arrays binary. */
    static String time(String column) {
        return "'epoch'::timestamptz + n." + column + " * interval '1 microsecond'";
    }
}
