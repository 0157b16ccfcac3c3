package io.landfall.rebuild;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** The table {@code rebuild}: beginning one, ending one, seeing how it stands. */
final class RebuildStore {
    private static final String BEGIN =
            """
            insert into rebuild (index_name, started_by, about_tasks)
            select ?, ?, greatest(0, (select reltuples from pg_class where oid = 'task'::regclass))::bigint
            on conflict (status) where status = 'RUNNING' do nothing returning id
            """;

    /** Once the alias may have moved it must go on to its end: what landed in the old index only is not in the new one. */
    private static final String STOP =
            """
            update rebuild set stop_requested = true
            where id = ? and status = 'RUNNING' and phase in ('PREPARE', 'SCAN', 'COMPARE') returning id
            """;

    private static final String STALLED =
            """
            select exists (select 1 from rebuild
                where status = 'RUNNING' and progress_at < clock_timestamp() - ? * interval '1 millisecond')
            """;

    private final JdbcTemplate jdbc;

    RebuildStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /** Empty: one is running. */
    Optional<Long> begin(String index, String by) {
        return jdbc.queryForList(BEGIN, Long.class, index, by).stream().findFirst();
    }

    /** False: it has ended, or can't be stopped any more. */
    boolean stop(long id) {
        return !jdbc.queryForList(STOP, Long.class, id).isEmpty();
    }

    Optional<RebuildState> latest() {
        return jdbc.query("select * from rebuild order by id desc limit 1", (row, i) -> state(row)).stream()
                .findFirst();
    }

    Optional<RebuildState> byId(long id) {
        return jdbc.query("select * from rebuild where id = ?", (row, i) -> state(row), id).stream()
                .findFirst();
    }

    /** Names of indices that were given out, ever. */
    List<String> names(String index) {
        return jdbc.queryForList(
                "select new_index from rebuild where index_name = ? and new_index is not null order by id desc limit 1000",
                String.class,
                index);
    }

    /** Whether one is running that has not come on for so long. */
    boolean isStalled(Duration most) {
        return Boolean.TRUE.equals(jdbc.queryForObject(STALLED, Boolean.class, most.toMillis()));
    }

    /** The one that runs and that nobody works on, taken over; empty: none. */
    Optional<Lease> claim(String node) {
        return Lease.claim(jdbc, node);
    }

    private static RebuildState state(ResultSet row) throws SQLException {
        return new RebuildState(
                row.getLong("id"),
                row.getString("status"),
                row.getString("phase"),
                row.getString("index_name"),
                row.getString("old_indices"),
                row.getString("new_index"),
                row.getString("started_by"),
                row.getObject("started_at", OffsetDateTime.class).toInstant(),
                instant(row, "swapped_at"),
                instant(row, "ended_at"),
                row.getString("node"),
                row.getString("cursor_id"),
                row.getLong("about_tasks"),
                row.getLong("tasks"),
                row.getLong("written"),
                row.getLong("failed"),
                row.getLong("compared"),
                row.getLong("rewritten"),
                row.getObject("progress_at", OffsetDateTime.class).toInstant(),
                row.getString("note"));
    }

    private static @Nullable Instant instant(ResultSet row, String column) throws SQLException {
        OffsetDateTime at = row.getObject(column, OffsetDateTime.class);
        return at == null ? null : at.toInstant();
    }
}
