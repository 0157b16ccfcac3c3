package io.landfall.audit;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.audit.AuditState.Count;

/** The table {@code audit}: beginning one, ending one, seeing how it stands. */
final class AuditStore {
    /** Older ones go when a new one begins. */
    private static final int KEPT = 100;

    private static final String BEGIN =
            """
            insert into audit (started_by, repair, orphans, only_ids, only_index, only_type) select ?, ?, ?, ?, ?, ?
            where not ? or not exists (select 1 from audit where started_by = ? and started_at > now() - interval '10 minutes')
            on conflict (status) where status = 'RUNNING' do nothing returning id
            """;

    private static final String FORGET =
            "delete from audit where status <> 'RUNNING' and id <= (select id from audit order by id desc offset ? limit 1)";

    private static final String LATEST =
            """
            select a.*, (select count(*) from audit_suspect s where s.audit_id = a.id) suspects,
                c.kind, c.found kind_found, c.repaired kind_repaired
            from (select * from audit order by id desc limit 1) a left join audit_count c on c.audit_id = a.id order by c.kind
            """;

    private final JdbcTemplate jdbc;

    AuditStore(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Begins one.
     *
     * @param rarely not when the same one began another a moment ago: clocks of nodes differ
     * @return its id; empty: one is running
     */
    Optional<Long> begin(String by, boolean repair, boolean orphans, Only only, boolean rarely) {
        jdbc.update(FORGET, KEPT);
        String[] ids = only.taskIds().toArray(String[]::new);
        return jdbc
                .queryForList(BEGIN, Long.class, by, repair, orphans, ids, only.index(), only.taskType(), rarely, by)
                .stream()
                .findFirst();
    }

    static Only only(ResultSet row) throws SQLException {
        Array ids = row.getArray("only_ids");
        return new Only(
                ids == null ? List.of() : List.of((String[]) ids.getArray()),
                row.getString("only_index"),
                row.getString("only_type"));
    }

    /** Asks the one that is running to end. */
    Optional<Long> stop() {
        return jdbc
                .queryForList(
                        "update audit set stop_requested = true where status = 'RUNNING' returning id", Long.class)
                .stream()
                .findFirst();
    }

    Optional<AuditState> latest() {
        List<AuditState> latest = new ArrayList<>();
        Map<String, Count> counts = new TreeMap<>();
        // one query: a second one inside of it would want a second connection while it holds the first
        jdbc.query(LATEST, (ResultSet row) -> {
            String kind = row.getString("kind");
            if (kind != null) {
                counts.put(kind, new Count(row.getLong("kind_found"), row.getLong("kind_repaired")));
            }
            latest.add(state(row, counts));
        });
        return latest.stream().findFirst();
    }

    private static AuditState state(ResultSet row, Map<String, Count> counts) throws SQLException {
        OffsetDateTime ended = row.getObject("ended_at", OffsetDateTime.class);
        return new AuditState(
                row.getLong("id"),
                row.getString("status"),
                row.getString("phase"),
                row.getString("started_by"),
                row.getBoolean("repair"),
                row.getBoolean("orphans"),
                only(row),
                row.getObject("started_at", OffsetDateTime.class).toInstant(),
                ended == null ? null : ended.toInstant(),
                row.getString("node"),
                row.getString("cursor_id"),
                row.getLong("tasks"),
                row.getLong("not_foldable"),
                row.getLong("suspects"),
                row.getLong("found"),
                row.getLong("repaired"),
                row.getString("note"),
                counts);
    }

    /** The one that runs and that nobody works on, taken over; empty: none. */
    Optional<Lease> claim(String node) {
        return Lease.claim(jdbc, node);
    }
}
