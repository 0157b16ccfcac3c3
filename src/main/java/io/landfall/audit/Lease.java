package io.landfall.audit;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.job.JobEnds;
import io.landfall.job.JobEnds.Why;

/** The right to work on the running audit, for {@link #LENGTH} from each time it is renewed. */
final class Lease {
    static final Duration LENGTH = Duration.ofSeconds(30);

    private static final String CLAIM =
            """
            update audit set node = ?, token = ?, lease_until = clock_timestamp() + interval '30 seconds'
            where status = 'RUNNING' and lease_until < clock_timestamp()
            returning id, phase, cursor_id, repair, orphans, only_ids, only_index, only_type
            """;

    private static final String RENEW =
            """
            update audit set lease_until = clock_timestamp() + interval '30 seconds', note = ?
            where id = ? and token = ? and status = 'RUNNING' returning stop_requested
            """;

    private static final String ADVANCE =
            """
            update audit set cursor_id = ?, tasks = tasks + ?, not_foldable = not_foldable + ? where id = ? and token = ?
            """;

    private final JdbcTemplate jdbc;
    private final UUID token;
    final long auditId;
    final boolean repair;
    final boolean orphans;
    final Only only;
    private Phase phase;
    private String cursor;

    /** What an audit goes through, in this order. */
    enum Phase {
        TASKS,
        ORPHANS,
        BOOKS
    }

    private Lease(
            JdbcTemplate jdbc,
            UUID token,
            long auditId,
            Phase phase,
            String cursor,
            boolean repair,
            boolean orphans,
            Only only) {
        this.jdbc = jdbc;
        this.token = token;
        this.auditId = auditId;
        this.phase = phase;
        this.cursor = cursor;
        this.repair = repair;
        this.orphans = orphans;
        this.only = only;
    }

    static Optional<Lease> claim(JdbcTemplate jdbc, String node) {
        UUID token = UUID.randomUUID();
        return jdbc
                .query(
                        CLAIM,
                        (row, i) -> new Lease(
                                jdbc,
                                token,
                                row.getLong("id"),
                                Phase.valueOf(row.getString("phase")),
                                row.getString("cursor_id"),
                                row.getBoolean("repair"),
                                row.getBoolean("orphans"),
                                AuditStore.only(row)),
                        node,
                        token)
                .stream()
                .findFirst();
    }

    Phase phase() {
        return phase;
    }

    /** Every task up to it has been looked at once. */
    String cursor() {
        return cursor;
    }

    /** Renews it; throws {@link JobEnds} when it is lost, or when the audit is to end. */
    void renew() {
        renew(null);
    }

    /**
     * The same.
     *
     * @param note what the audit waits for; null: nothing
     */
    void renew(@Nullable String note) {
        List<Boolean> stop = jdbc.queryForList(RENEW, Boolean.class, note, auditId, token);
        if (stop.isEmpty()) {
            throw new JobEnds(Why.LOST);
        }
        if (Boolean.TRUE.equals(stop.get(0))) {
            throw new JobEnds(Why.STOPPED);
        }
    }

    void advance(String newCursor, int tasks, int notFoldable) {
        JobEnds.unlessMine(jdbc.update(ADVANCE, newCursor, tasks, notFoldable, auditId, token));
        cursor = newCursor;
    }

    void enter(Phase next) {
        JobEnds.unlessMine(
                jdbc.update("update audit set phase = ? where id = ? and token = ?", next.name(), auditId, token));
        phase = next;
    }

    /** Lets another node go on at once. */
    void giveBack() {
        jdbc.update("update audit set lease_until = '-infinity' where id = ? and token = ?", auditId, token);
    }

    /** Ends the audit. */
    void end(String status, @Nullable String note) {
        jdbc.update("delete from audit_suspect where audit_id = ?", auditId);
        JobEnds.unlessMine(jdbc.update(
                "update audit set status = ?, note = ?, ended_at = now() where id = ? and token = ?",
                status,
                note,
                auditId,
                token));
    }
}
