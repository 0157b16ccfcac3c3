package io.landfall.ledger;

import java.sql.ResultSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.state.Task;

/** The table {@code task_snapshot}: where the fold of a task begins whose first events are gone. Inside the caller's transaction. */
final class TaskSnapshots {
    private static final String COLUMNS =
            "task_id, index_name, state, attempt, version, highest_seq, marks, error, task_type, model, platform, call_id,"
                    + " created_at, state_since, updated_at, deleted_at, content";

    /** Row and content of one moment; a newer one is never replaced by an older one. */
    private static final String TAKE =
            """
            insert into task_snapshot (%s)
            select t.task_id, t.index_name, t.state, t.attempt, t.version, t.highest_seq, t.marks, t.error, t.task_type, t.model,
                t.platform, t.call_id, t.created_at, t.state_since, t.updated_at, t.deleted_at,
                (select c.content from task_content c where c.task_id = t.task_id)
            from task t where t.task_id = any (?)
            on conflict (task_id) do update set (%s) = row (%s), taken_at = now()
            where task_snapshot.version <= excluded.version or task_snapshot.created_at <> excluded.created_at
            """
                    .formatted(COLUMNS, COLUMNS, "excluded." + COLUMNS.replace(", ", ", excluded."));

    /** Of the same life of the task, if it has a row. */
    private static final String READ =
            """
            select s.*, 0 as landed_version from task_snapshot s left join task t on t.task_id = s.task_id
            where s.task_id = any (?) and (t.task_id is null or t.created_at = s.created_at)
            """;

    private final JdbcTemplate jdbc;

    TaskSnapshots(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Keeps these tasks as they are now; those without a row are left out. */
    void take(Collection<String> taskIds) {
        jdbc.update(TAKE, (Object) taskIds.toArray(String[]::new));
    }

    /** The kept ones of these tasks, as not landed. */
    Map<String, Task> read(Collection<String> taskIds) {
        Map<String, Task> snapshots = new HashMap<>();
        jdbc.query(
                READ,
                (ResultSet row) -> {
                    Task task = TaskRows.task(row);
                    snapshots.put(task.id(), task);
                },
                (Object) taskIds.toArray(String[]::new));
        return snapshots;
    }
}
