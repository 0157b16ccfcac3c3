package io.landfall.rebuild;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.job.JobEnds;
import io.landfall.job.JobEnds.Why;

/** The right to work on the running rebuild, for half a minute from each time it is renewed, and where the work stands. */
final class Lease {
    private static final String CLAIM =
            """
            update rebuild set node = ?, token = ?, lease_until = clock_timestamp() + interval '30 seconds'
            where status = 'RUNNING' and lease_until < clock_timestamp() returning *
            """;

    private static final String RENEW =
            """
            update rebuild set lease_until = clock_timestamp() + interval '30 seconds', note = ?
            where id = ? and token = ? and status = 'RUNNING' returning stop_requested
            """;

    private static final String ADVANCE =
            """
            update rebuild set cursor_id = ?, tasks = tasks + ?, written = written + ?, failed = failed + ?,
                compared = compared + ?, rewritten = rewritten + ?, progress_at = clock_timestamp()
            where id = ? and token = ?
            """;

    /** A phase begins with the first task, unless somebody wants it to end first. */
    private static final String ENTER =
            """
            update rebuild set phase = ?, cursor_id = '', progress_at = clock_timestamp()
            where id = ? and token = ? and not stop_requested
            """;

    private static final String NAME =
            "update rebuild set new_index = ?, old_indices = ? where id = ? and token = ? and new_index is null";

    private static final String SINCE =
            "update rebuild set changed_since = ?, cursor_id = '' where id = ? and token = ?";

    private final JdbcTemplate jdbc;
    private final UUID token;
    final long id;
    final String alias;
    private Phase phase;
    private String cursor;
    private @Nullable String newIndex;
    private @Nullable String uuid;
    private Instant since;

    private Lease(
            JdbcTemplate jdbc,
            UUID token,
            long id,
            String alias,
            Phase phase,
            String cursor,
            @Nullable String newIndex,
            @Nullable String uuid,
            Instant since) {
        this.jdbc = jdbc;
        this.token = token;
        this.id = id;
        this.alias = alias;
        this.phase = phase;
        this.cursor = cursor;
        this.newIndex = newIndex;
        this.uuid = uuid;
        this.since = since;
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
                                row.getString("index_name"),
                                Phase.valueOf(row.getString("phase")),
                                row.getString("cursor_id"),
                                row.getString("new_index"),
                                row.getString("new_uuid"),
                                row.getObject("changed_since", OffsetDateTime.class)
                                        .toInstant()),
                        node,
                        token)
                .stream()
                .findFirst();
    }

    Phase phase() {
        return phase;
    }

    /** Every task up to it is done in this phase. */
    String cursor() {
        return cursor;
    }

    /** The index that is being made; null: it has no name yet. */
    @Nullable
    String newIndex() {
        return newIndex;
    }

    /** By which the index that was made is told from another of its name; null: it is not made yet. */
    @Nullable
    String uuid() {
        return uuid;
    }

    /** What changed since then has to be compared. */
    Instant since() {
        return since;
    }

    void renew() {
        renew(null);
    }

    /**
     * Renews it; throws {@link JobEnds} when it is lost, or when the rebuild is to end.
     *
     * @param note what the rebuild waits for; null: nothing
     */
    void renew(@Nullable String note) {
        List<Boolean> stop = jdbc.queryForList(RENEW, Boolean.class, note, id, token);
        if (stop.isEmpty()) {
            throw new JobEnds(Why.LOST);
        }
        if (Boolean.TRUE.equals(stop.get(0))) {
            throw new JobEnds(Why.STOPPED);
        }
    }

    /** All up to that task is done. */
    void advance(String newCursor, Done done) {
        JobEnds.unlessMine(jdbc.update(
                ADVANCE,
                newCursor,
                done.tasks(),
                done.written(),
                done.failed(),
                done.compared(),
                done.rewritten(),
                id,
                token));
        cursor = newCursor;
    }

    void enter(Phase next) {
        if (jdbc.update(ENTER, next.name(), id, token) == 0) {
            renew();
            throw new JobEnds(Why.LOST);
        }
        phase = next;
        cursor = "";
    }

    void name(String index, String oldIndices) {
        JobEnds.unlessMine(jdbc.update(NAME, index, oldIndices, id, token));
        newIndex = index;
    }

    void made(String newUuid) {
        JobEnds.unlessMine(
                jdbc.update("update rebuild set new_uuid = ? where id = ? and token = ?", newUuid, id, token));
        uuid = newUuid;
    }

    void swapped() {
        JobEnds.unlessMine(jdbc.update(
                "update rebuild set swapped_at = coalesce(swapped_at, clock_timestamp()) where id = ? and token = ?",
                id,
                token));
    }

    /** All that changed before is compared; the next comparison begins with the first task again. */
    void compareSince(Instant next) {
        JobEnds.unlessMine(jdbc.update(SINCE, OffsetDateTime.ofInstant(next, ZoneOffset.UTC), id, token));
        since = next;
        cursor = "";
    }

    /** Lets another node go on at once. */
    void giveBack() {
        jdbc.update("update rebuild set lease_until = '-infinity' where id = ? and token = ?", id, token);
    }

    /** Ends the rebuild. */
    void end(String status, @Nullable String note) {
        JobEnds.unlessMine(jdbc.update(
                "update rebuild set status = ?, note = ?, ended_at = clock_timestamp() where id = ? and token = ?",
                status,
                note,
                id,
                token));
    }

    /** What was done since the last time. */
    record Done(int tasks, int written, int failed, int compared, int rewritten) {
        static Done scanned(int tasks, int written, int failed) {
            return new Done(tasks, written, failed, 0, 0);
        }

        static Done compared(int compared, int rewritten, int failed) {
            return new Done(0, 0, failed, compared, rewritten);
        }
    }
}
