package io.landfall.console;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import io.landfall.console.LedgerReader.Walk;
import io.landfall.state.TaskState;

/** Tasks and their logged events, from the ledger. */
@Component
class TaskReader {
    /** Events of one task that are shown, the newest. */
    static final int EVENTS = 500;

    /** Payload bytes of one task's events that are shown together. */
    static final int PAYLOAD_BYTES = 8 << 20;

    /** The newest events, oldest first; the payloads that fit, newest first. */
    private static final String EVENTS_SQL =
            """
            with newest as (
              select logged_at, event_id, type, attempt, seq, outcome, reason, version, topic, partition_no, offset_no,
                     record_at, length(payload) as payload_size, payload
              from task_event where task_id = ? order by logged_at desc, offset_no desc limit ?),
            sized as (
              select *, sum(payload_size::bigint) over (order by logged_at desc, offset_no desc) as shown from newest)
            select logged_at, event_id, type, attempt, seq, outcome, reason, version, topic, partition_no, offset_no,
                   record_at, payload_size, case when shown <= ? then payload end as payload
            from sized order by logged_at, offset_no
            """;

    private static final String UNLANDED = "landed_version < version";
    private static final String LANDED = "landed_version >= version";
    private static final String OLDER = "state_since <= now() - ? * interval '1 millisecond'";

    private final LedgerReader ledger;
    private final Masking masking;

    TaskReader(LedgerReader ledger, Masking masking) {
        this.ledger = ledger;
        this.masking = masking;
    }

    /** In the order of their ids. */
    Page<TaskRow> list(Wanted wanted, @Nullable String after, int limit) {
        Walk walk = Walk.up("task", "task_id", after);
        // in the walk, not the filter: there the partial index of un-landed tasks serves it
        walk.start().when(Boolean.TRUE.equals(wanted.unlanded), UNLANDED);
        Filter filter = wanted.filter()
                .with(OLDER, wanted.olderThanMillis())
                .when(Boolean.FALSE.equals(wanted.unlanded), LANDED);
        return ledger.page(walk, filter, limit, (row, i) -> task(row), TaskRow::taskId);
    }

    /** Those that are not final, the longest in their state first. */
    Page<TaskRow> oldest(Wanted wanted, @Nullable String after, int limit) {
        Filter filter = wanted.filter()
                .when(Boolean.TRUE.equals(wanted.unlanded), UNLANDED)
                .when(Boolean.FALSE.equals(wanted.unlanded), LANDED);
        return ledger.page(oldestFirst(wanted, after), filter, limit, (row, i) -> task(row), TaskPlace::of);
    }

    static Walk oldestFirst(Wanted wanted, @Nullable String after) {
        Filter start = new Filter().when(true, "due_at is not null").with(OLDER, wanted.olderThanMillis());
        if (after != null) {
            TaskPlace place = TaskPlace.parse(after);
            start.with("(state_since, task_id) > (?, ?)", place.at(), place.taskId());
        }
        return new Walk("task", TaskPlace.KEY, TaskPlace.ORDER, start, LedgerReader.SCATTERED);
    }

    @Nullable
    TaskRow row(String taskId) {
        return ledger.one("select * from task where task_id = ?", (row, i) -> task(row), taskId);
    }

    /** The living fields as one JSON object, masked; null: the task has none. */
    @Nullable
    String fields(String taskId) {
        return masking.json(
                ledger.one("select content from task_content where task_id = ?", (row, i) -> row.getBytes(1), taskId));
    }

    List<LoggedEvent> events(String taskId) {
        return ledger.list(EVENTS_SQL, (row, i) -> event(row), taskId, EVENTS, PAYLOAD_BYTES);
    }

    private TaskRow task(ResultSet row) throws SQLException {
        long version = row.getLong("version");
        long landed = row.getLong("landed_version");
        return new TaskRow(
                row.getString("task_id"),
                row.getString("index_name"),
                row.getString("state"),
                row.getInt("attempt"),
                version,
                landed,
                landed < version,
                row.getLong("highest_seq"),
                masking.json(row.getBytes("error")),
                row.getString("task_type"),
                row.getString("model"),
                row.getString("platform"),
                row.getString("call_id"),
                LedgerReader.instant(row, "created_at"),
                LedgerReader.instant(row, "state_since"),
                LedgerReader.instant(row, "updated_at"),
                LedgerReader.instantOrNull(row, "due_at"),
                LedgerReader.instantOrNull(row, "deleted_at"));
    }

    private LoggedEvent event(ResultSet row) throws SQLException {
        Long attempt = LedgerReader.longOrNull(row, "attempt");
        return new LoggedEvent(
                row.getString("event_id"),
                row.getString("type"),
                attempt == null ? null : Math.toIntExact(attempt),
                LedgerReader.longOrNull(row, "seq"),
                row.getString("outcome"),
                row.getString("reason"),
                LedgerReader.longOrNull(row, "version"),
                LedgerReader.instant(row, "logged_at"),
                row.getString("topic"),
                row.getInt("partition_no"),
                row.getLong("offset_no"),
                LedgerReader.instant(row, "record_at"),
                row.getInt("payload_size"),
                masking.json(row.getBytes("payload")));
    }

    /** What a list is filtered by; null: by anything. */
    record Wanted(
            @Nullable TaskState state,
            @Nullable String taskType,
            @Nullable String model,
            @Nullable String index,
            @Nullable Boolean unlanded,
            @Nullable Duration olderThan) {
        private Filter filter() {
            return new Filter()
                    .with("state = ?", state == null ? null : state.name())
                    .with("task_type = ?", taskType)
                    .with("model = ?", model)
                    .with("index_name = ?", index);
        }

        private @Nullable Long olderThanMillis() {
            return olderThan == null ? null : olderThan.toMillis();
        }
    }
}
