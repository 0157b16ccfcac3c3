package io.landfall.compensation;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** Runs and their reports, in {@code compensation_run}: at most one is under way in the whole cluster. */
final class RunStore {
    private static final String OPEN =
            """
            insert into compensation_run (alive_until, node, trigger_name, started_by)
            values (now() + ? * interval '1 millisecond', ?, ?, ?) on conflict do nothing returning *
            """;
    private static final String BEAT =
            """
            update compensation_run set alive_until = now() + ? * interval '1 millisecond', tried = ?, resolved = ?,
                superseded = ?, failed = ?, exhausted = ?, permanent = ?, drained = ?
            where id = ? and ended_at is null returning stop_by
            """;
    private static final String CLOSE =
            """
            update compensation_run set ended_at = now(), why = ?, detail = ? where id = ? and ended_at is null
            """;
    private static final String LOST =
            """
            update compensation_run set ended_at = now(), why = 'lost'
            where ended_at is null and not dry_run and alive_until < now()
            """;
    private static final String UNDER_WAY = "select * from compensation_run where ended_at is null and not dry_run";

    private final JdbcTemplate jdbc;
    private final String node;
    private final Duration lease;

    RunStore(JdbcTemplate jdbc, String node, Duration lease) {
        this.jdbc = jdbc;
        this.node = node;
        this.lease = lease;
    }

    /** Null: one is under way already. */
    @Nullable
    RunReport open(String trigger, @Nullable String by) {
        return first(jdbc.query(OPEN, (row, i) -> report(row), lease.toMillis(), node, trigger, by));
    }

    /** Keeps a dry run's report, which holds up nobody. */
    RunReport keepDry(String by, String plan) {
        return Objects.requireNonNull(jdbc.queryForObject(
                "insert into compensation_run (alive_until, ended_at, node, trigger_name, started_by, dry_run, why, detail)"
                        + " values (now(), now(), ?, 'operator', ?, true, 'done', ?) returning *",
                (row, i) -> report(row),
                node,
                by,
                plan));
    }

    /**
     * Says that it lives, and how far it is.
     *
     * @return what was asked of it
     */
    Asked beat(Run run) {
        Tally tally = run.tally;
        List<Asked> asked = jdbc.query(
                BEAT,
                (row, i) -> row.getString("stop_by") == null ? Asked.TO_GO_ON : Asked.TO_STOP,
                lease.toMillis(),
                tally.tried,
                tally.resolved,
                tally.superseded,
                tally.failed,
                tally.exhausted,
                tally.permanent,
                tally.drained,
                run.id());
        return asked.isEmpty() ? Asked.LOST : asked.get(0);
    }

    /** What others want of a run; LOST: they gave it up. */
    enum Asked {
        TO_GO_ON,
        TO_STOP,
        LOST
    }

    void close(Run run) {
        beat(run);
        jdbc.update(CLOSE, run.ending().word(), run.detail, run.id());
    }

    /** Ends those whose node has been silent for too long. */
    int closeLost() {
        return jdbc.update(LOST);
    }

    /** Asks the run under way to stop; null: there is none. */
    @Nullable
    RunReport askToStop(String by) {
        return first(jdbc.query(
                "update compensation_run set stop_by = coalesce(stop_by, ?) where ended_at is null and not dry_run"
                        + " returning *",
                (row, i) -> report(row),
                by));
    }

    @Nullable
    RunReport underWay() {
        return first(jdbc.query(UNDER_WAY, (row, i) -> report(row)));
    }

    /** The last real one that ended. */
    @Nullable
    RunReport last() {
        return first(jdbc.query(
                "select * from compensation_run where ended_at is not null and not dry_run order by id desc limit 1",
                (row, i) -> report(row)));
    }

    /** Newest first; {@code before}: only older ones. */
    List<RunReport> list(@Nullable Long before, int limit) {
        return jdbc.query(
                "select * from compensation_run where id < ? order by id desc limit ?",
                (row, i) -> report(row),
                before == null ? Long.MAX_VALUE : before,
                limit);
    }

    private static @Nullable RunReport first(List<RunReport> found) {
        return found.isEmpty() ? null : found.get(0);
    }

    private static RunReport report(ResultSet row) throws SQLException {
        Timestamp ended = row.getTimestamp("ended_at");
        Instant endedAt = ended == null ? null : ended.toInstant();
        return new RunReport(
                row.getLong("id"),
                row.getTimestamp("started_at").toInstant(),
                endedAt,
                row.getString("node"),
                row.getString("trigger_name"),
                row.getString("started_by"),
                row.getBoolean("dry_run"),
                row.getLong("tried"),
                row.getLong("resolved"),
                row.getLong("superseded"),
                row.getLong("failed"),
                row.getLong("exhausted"),
                row.getLong("permanent"),
                row.getLong("drained"),
                row.getString("why"),
                row.getString("stop_by"),
                row.getString("detail"));
    }
}
