package io.landfall.ledger;

import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * What becomes of deleted tasks: soon nothing of their payloads is left anywhere in the ledger, and after the retention their
 * rows go, too. Ids, times, outcomes and hashes stay till then, so that a repeated event is still known.
 */
public final class DeletedTasks {
    private static final Logger LOG = LoggerFactory.getLogger(DeletedTasks.class);
    private static final int PAGE = 200;

    private static final String TO_ERASE =
            """
            select task_id, created_at from task
            where deleted_at <= now() - ? * interval '1 millisecond' and erased_at is null
            order by deleted_at limit ? for update skip locked
            """;

    private static final String ROW =
            """
            update task set marks = '{"f":[],"t":{},"s":[]}', error = null, task_type = null, model = null, platform = null,
                call_id = null, erased_at = now() where task_id = any (?)
            """;

    private static final String EVENTS =
            """
            update task_event set payload = null
            where task_id = any (?) and payload is not null and logged_at >= ?::timestamptz - interval '1 hour'
            """;

    /** A delete that did not land yet says why in words of the view about an id: somebody has to read them. */
    private static final String FAILURES =
            """
            with erased as (
                update failure set fragment = '', reason = 'erased with its task', field = null
                where task_id = any (?) and not (operation = 'delete'
                    and status in ('PENDING', 'CLAIMED', 'EXHAUSTED', 'PERMANENT')) returning id)
            update failure_attempt a set reason = 'erased with its task' from erased where a.failure_id = erased.id
            """;

    /** A letter on its way out is erased when it is out. */
    private static final String CAN_GO = "d.payload is not null and not exists (select 1 from outbox o"
            + " where (o.dead_letter_id = d.id or o.replay_of = d.id) and o.status <> 'SENT')";

    /** What can't be read any more can't be replayed. */
    private static final String LETTERS =
            """
            with letter as (
                %s),
            attempts as (
                update dead_letter_attempt a set detail = null from letter where a.dead_letter_id = letter.id)
            update dead_letter d set payload = null, headers = '[]', detail = 'erased with its task', status = 'RESOLVED',
                resolved_at = coalesce(resolved_at, now()), closed_by = null, closed_reason = null
            from letter where d.id = letter.id
            """;

    private static final String LETTERS_OF_TASKS = LETTERS.formatted(
            "select d.id from dead_letter d where (d.task_id = any (?) or d.key = any (?)) and " + CAN_GO);

    /** One whose payload does not say its task is of the task that its key names. */
    private static final String LATE_LETTERS = LETTERS.formatted(
            """
            select d.id from task t join dead_letter d on d.task_id = t.task_id
                where t.erased_at is not null and %1$s
                union all
                select d.id from task t join dead_letter d on d.key = convert_to(t.task_id, 'UTF8')
                where t.erased_at is not null and d.task_id is null and %1$s
                limit 1000"""
                    .formatted(CAN_GO));

    private static final String MESSAGES =
            "update outbox set payload = null where status = 'SENT' and payload is not null and key = any (?)";

    /** Nothing waits for them, their delete has landed, and the log has forgotten them. */
    private static final String TO_FORGET =
            """
            select t.task_id from task t
            where t.erased_at is not null and t.deleted_at < now() - ? * interval '1 millisecond' - interval '3 days'
                and t.landed_version >= t.version
                and not exists (select 1 from task_event e where e.task_id = t.task_id)
                and not exists (select 1 from failure f where f.task_id = t.task_id
                    and f.status in ('PENDING', 'CLAIMED', 'EXHAUSTED', 'PERMANENT'))
            order by t.deleted_at limit ? for update of t skip locked
            """;

    private final JdbcTemplate jdbc;
    private final LedgerTransactions transactions;
    private final TaskSnapshots snapshots;
    private final Duration eraseAfter;
    private final Duration retention;

    DeletedTasks(JdbcTemplate jdbc, LedgerTransactions transactions, Duration eraseAfter, Duration retention) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.snapshots = new TaskSnapshots(jdbc);
        this.eraseAfter = eraseAfter;
        this.retention = retention;
    }

    /** Erases the payloads of tasks that were deleted for half of the time that is allowed: this may not be the last try. */
    public void erase() {
        int erased;
        long all = 0;
        do {
            erased = transactions.run("erase-tasks", this::erasePage);
            all += erased;
        } while (erased == PAGE);
        if (all > 0) {
            LOG.info("the payloads of {} deleted tasks are erased", all);
        }
    }

    private int erasePage() {
        List<Deleted> tasks = jdbc.query(
                TO_ERASE,
                (row, i) -> new Deleted(
                        row.getString("task_id"), row.getTimestamp("created_at").toInstant()),
                eraseAfter.toMillis() / 2,
                PAGE);
        if (!tasks.isEmpty()) {
            Instant since = tasks.stream()
                    .map(Deleted::createdAt)
                    .min(Instant::compareTo)
                    .orElseThrow();
            erase(tasks.stream().map(Deleted::taskId).toArray(String[]::new), since);
        }
        return tasks.size();
    }

    private void erase(String[] ids, Instant since) {
        byte[][] keys = new byte[ids.length][];
        for (int i = 0; i < ids.length; i++) {
            keys[i] = ids[i].getBytes(StandardCharsets.UTF_8);
        }
        jdbc.update(ROW, (Object) ids);
        jdbc.update("delete from task_content where task_id = any (?)", (Object) ids);
        jdbc.update(EVENTS, ids, Timestamp.from(since));
        // from now on the fold begins with this, for what came before can't be read any more
        snapshots.take(List.of(ids));
        jdbc.update(FAILURES, (Object) ids);
        jdbc.update(LETTERS_OF_TASKS, ids, keys);
        jdbc.update(MESSAGES, (Object) keys);
        // without its payload it would be another message, a tombstone
        jdbc.update("delete from outbox where status = 'BLOCKED' and key = any (?)", (Object) keys);
        jdbc.update("delete from audit_replaced where task_id = any (?)", (Object) ids);
        jdbc.update("delete from model_call where task_id = any (?)", (Object) ids);
        jdbc.update("delete from suspicion where task_id = any (?)", (Object) ids);
        // a platform's words about what went wrong may quote the task
        jdbc.update("update repair set reason = 'erased with its task' where task_id = any (?)", (Object) ids);
    }

    /** Dead letters about tasks that were erased before. */
    public void eraseLateLetters() {
        transactions.run("erase-letters", () -> jdbc.update(LATE_LETTERS));
    }

    /** Deletes the rows of tasks that nothing speaks of any more; their ids may begin anew. */
    public void forget() {
        int forgotten;
        do {
            forgotten = transactions.run("forget-tasks", this::forgetPage);
        } while (forgotten == PAGE);
    }

    private int forgetPage() {
        List<String> ids = jdbc.queryForList(TO_FORGET, String.class, retention.toMillis(), PAGE);
        if (!ids.isEmpty()) {
            Object all = ids.toArray(String[]::new);
            jdbc.update("delete from task_snapshot where task_id = any (?)", all);
            jdbc.update("delete from task_content where task_id = any (?)", all);
            jdbc.update("delete from task where task_id = any (?)", all);
        }
        return ids.size();
    }

    private record Deleted(String taskId, Instant createdAt) {}
}
