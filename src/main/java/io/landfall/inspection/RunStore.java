package io.landfall.inspection;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** Inspections and their reports, in {@code inspection}: at most one is under way in the whole cluster. */
final class RunStore {
    private static final String OPEN =
            """
            insert into inspection (alive_until, node, trigger_name, started_by)
            select now() + ? * interval '1 millisecond', ?, ?, ? from inspection_control where paused_at is null for share
            on conflict do nothing returning *
            """;
    private static final String DRY =
            """
            insert into inspection (alive_until, ended_at, node, trigger_name, started_by, dry_run, scanned, running, absent,
                unknown, strange, why, detail)
            values (now(), now(), ?, 'operator', ?, true, ?, ?, ?, ?, ?, 'done', ?) returning *
            """;
    private static final String BEAT =
            """
            update inspection set alive_until = now() + ? * interval '1 millisecond' where id = ? and ended_at is null
            returning stop_by
            """;
    private static final String COUNT =
            """
            update inspection set scanned = scanned + ?, confirmed = confirmed + ?, repaired = repaired + ?,
                retried = retried + ?, failed = failed + ?, running = running + ?, absent = absent + ?, unknown = unknown + ?,
                moved = moved + ?, strange = strange + ?
            where id = ?
            """;
    /** One that is at a transaction lives, whatever it says. */
    private static final String LOST =
            """
            update inspection set ended_at = now(), why = 'lost' where id in (
                select id from inspection where ended_at is null and not dry_run and alive_until < now()
                for update skip locked)
            """;

    private final JdbcTemplate jdbc;
    private final String node;
    private final Duration lease;

    RunStore(JdbcTemplate jdbc, String node, Duration lease) {
        this.jdbc = jdbc;
        this.node = node;
        this.lease = lease;
    }

    /** Null: one is under way already, or somebody has paused them since this one was wanted. */
    @Nullable
    RunReport open(String trigger, @Nullable String by) {
        return first(jdbc.query(OPEN, (row, i) -> report(row), lease.toMillis(), node, trigger, by));
    }

    /** Keeps a dry run's report, which holds up nobody. */
    RunReport keepDry(String by, Tally tally, String detail) {
        return Objects.requireNonNull(jdbc.queryForObject(
                DRY,
                (row, i) -> report(row),
                node,
                by,
                tally.scanned,
                tally.running,
                tally.absent,
                tally.unknown,
                tally.strange,
                detail));
    }

    /** What others want of an inspection; LOST: they gave it up. */
    enum Asked {
        TO_GO_ON,
        TO_STOP,
        LOST
    }

    /** Says that it lives. */
    Asked beat(long id) {
        List<Asked> asked = jdbc.query(
                BEAT,
                (row, i) -> row.getString("stop_by") == null ? Asked.TO_GO_ON : Asked.TO_STOP,
                lease.toMillis(),
                id);
        return asked.isEmpty() ? Asked.LOST : asked.get(0);
    }

    /**
     * Until the transaction ends nobody gives it up.
     *
     * @return the ledger's time; null: it was given up, so nothing may be written for it
     */
    @Nullable
    Instant hold(long id) {
        return first(jdbc.query(
                "select now() from inspection where id = ? and ended_at is null for update",
                (row, i) -> row.getTimestamp(1).toInstant(),
                id));
    }

    void count(long id, Tally tally) {
        jdbc.update(
                COUNT,
                tally.scanned,
                tally.confirmed,
                tally.repaired,
                tally.retried,
                tally.failed,
                tally.running,
                tally.absent,
                tally.unknown,
                tally.moved,
                tally.strange,
                id);
    }

    void close(Run run) {
        jdbc.update(
                "update inspection set ended_at = now(), why = ?, detail = ? where id = ? and ended_at is null",
                run.ending().word(),
                run.detail,
                run.id());
    }

    /** Ends those whose node has been silent for too long. */
    int closeLost() {
        return jdbc.update(LOST);
    }

    /** Asks the inspection under way to stop; null: there is none. */
    @Nullable
    RunReport askToStop(String by) {
        return first(jdbc.query(
                "update inspection set stop_by = coalesce(stop_by, ?) where ended_at is null and not dry_run returning *",
                (row, i) -> report(row),
                by));
    }

    @Nullable
    RunReport underWay() {
        return first(
                jdbc.query("select * from inspection where ended_at is null and not dry_run", (row, i) -> report(row)));
    }

    /** The last real one that ended. */
    @Nullable
    RunReport last() {
        return first(jdbc.query(
                "select * from inspection where ended_at is not null and not dry_run order by id desc limit 1",
                (row, i) -> report(row)));
    }

    /** Newest first; {@code before}: only older ones. */
    List<RunReport> list(@Nullable Long before, int limit) {
        return jdbc.query(
                "select * from inspection where id < ? order by id desc limit ?",
                (row, i) -> report(row),
                before == null ? Long.MAX_VALUE : before,
                limit);
    }

    private static <T> @Nullable T first(List<T> found) {
        return found.isEmpty() ? null : found.get(0);
    }

    private static RunReport report(ResultSet row) throws SQLException {
        return new RunReport(
                row.getLong("id"),
                row.getTimestamp("started_at").toInstant(),
                ControlStore.instant(row, "ended_at"),
                row.getString("node"),
                row.getString("trigger_name"),
                row.getString("started_by"),
                row.getBoolean("dry_run"),
                row.getLong("scanned"),
                row.getLong("confirmed"),
                row.getLong("repaired"),
                row.getLong("retried"),
                row.getLong("failed"),
                row.getLong("running"),
                row.getLong("absent"),
                row.getLong("unknown"),
                row.getLong("moved"),
                row.getLong("strange"),
                row.getString("why"),
                row.getString("stop_by"),
                row.getString("detail"));
    }
}
