package io.landfall.ledger;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.state.Task;

/** Puts single rows of tasks right, each under its lock, in a transaction of its own. */
public final class RowRepair {
    private static final String LOCK = "select version from task where task_id = ? for update";

    private static final String KEEP_OLD =
            """
            insert into audit_replaced (audit_id, task_id, row_before, content_before)
            select ?, t.task_id, to_jsonb(t), c.content
            from task t left join task_content c on c.task_id = t.task_id where t.task_id = ?
            """;

    private static final String REST =
            "update task set index_name = ?, created_at = ?, landed_version = least(landed_version, ?) where task_id = ?";

    private final JdbcTemplate jdbc;
    private final LedgerTransactions transactions;
    private final LogCheck check;
    private final TaskRows rows;
    private final String defaultIndex;

    /**
     * Repairs on the tables that the migrations made.
     *
     * @param minAge how long a task may be in a state that is not final before it is due for a look
     * @param defaultIndex of a task that has no row and whose first event named no index
     */
    public RowRepair(JdbcTemplate jdbc, LedgerTransactions transactions, Duration minAge, String defaultIndex) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.check = new LogCheck(jdbc, transactions);
        this.rows = new TaskRows(jdbc, minAge);
        this.defaultIndex = defaultIndex;
    }

    /**
     * Makes the task un-landed, as if its document had never been acknowledged, so that the next write of it asks whose
     * document is there.
     *
     * @return the row; empty: it is gone, or has another version by now: somebody is at work on it
     */
    public Optional<Task> unland(String taskId, long version) {
        return transactions.run("unland-task", () -> {
            List<Long> locked = jdbc.queryForList(LOCK, Long.class, taskId);
            if (!locked.equals(List.of(version))) {
                return Optional.empty();
            }
            jdbc.update("update task set landed_version = 0 where task_id = ?", taskId);
            return Optional.ofNullable(rows.read(List.of(taskId)).get(taskId));
        });
    }

    /**
     * Writes the row anew as the fold of its log, with a higher version, so that it lands again. The row as it was is kept
     * in {@code audit_replaced}.
     *
     * @return the new row; empty: it does not differ any more, or its log can't be folded
     */
    public Optional<Task> rewrite(String taskId, long auditId) {
        return transactions.run("rewrite-task", () -> {
            jdbc.queryForList(LOCK, Long.class, taskId);
            Task fold = check.foldOfDiffering(taskId, defaultIndex);
            if (fold == null) {
                return Optional.empty();
            }
            jdbc.update(KEEP_OLD, auditId, taskId);
            Long before = jdbc.query(
                    "select version from task where task_id = ?", row -> row.next() ? row.getLong(1) : null, taskId);
            Instant now = transactionTime();
            Task task = withVersion(fold, Math.max(before == null ? 0 : before, fold.version()), now);
            if (before == null) {
                if (!rows.insert(List.of(task))) {
                    throw new LedgerTransactions.Again("an event was first with task " + taskId);
                }
            } else {
                rows.update(List.of(task));
                jdbc.update(REST, task.index(), java.sql.Timestamp.from(task.createdAt()), task.version() - 1, taskId);
            }
            rows.writeContent(List.of(task));
            return Optional.ofNullable(rows.read(List.of(taskId)).get(taskId));
        });
    }

    private Instant transactionTime() {
        java.sql.@Nullable Timestamp now = jdbc.queryForObject("select now()", java.sql.Timestamp.class);
        return now == null ? Instant.EPOCH : now.toInstant();
    }

    private static Task withVersion(Task fold, long previous, Instant now) {
        return new Task(
                fold.id(),
                fold.index(),
                fold.state(),
                fold.attempt(),
                Math.max(previous + 1, ChronoUnit.MICROS.between(Instant.EPOCH, now)),
                0,
                fold.highestSeq(),
                fold.fields(),
                fold.tags(),
                fold.stages(),
                fold.error(),
                fold.createdAt(),
                fold.stateSince(),
                now,
                fold.deletedAt());
    }
}
