package io.landfall.overview;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.List;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * What failed without a word, and what was done about it. Every look goes along an index and over {@link #LOOK} rows at most.
 * Throws Spring's data access exceptions when the ledger is away.
 */
public final class Silences {
    /** Rows that one look goes over; numbers stop there. */
    static final int LOOK = 5_000;

    private static final int TOP = 10;

    /**
     * Which tasks are at work is known, so they are not silent, unless it takes too long. Tasks are looked up one by one,
     * which a limit makes sure of: never by going over all of them.
     */
    static final String OPEN =
            """
            with suspects as (
                select 'silent' as what, t.task_id, t.task_type, t.model, s.kind as reason, s.reason as detail,
                    t.state_since as since
                from (select * from suspicion order by next_at limit ?) s
                cross join lateral (select * from task t where t.task_id = s.task_id and t.attempt = s.attempt
                    and t.state_since = s.state_since and t.due_at is not null limit 1) t
                where s.kind <> 'RUNNING' or s.told),
            unasked as (
                select 'silent', t.task_id, t.task_type, t.model, 'NOT_ASKED', null::text, t.state_since
                from (select * from task where due_at < now() order by due_at limit ?) t
                where not exists (select 1 from suspicion s where s.task_id = t.task_id and s.attempt = t.attempt
                    and s.state_since = t.state_since)),
            failed as (
                select 'not-landed', f.task_id, t.task_type, t.model, f.cause || coalesce(':' || f.field, ''), null::text,
                    f.first_at
                from (select * from failure where status in ('PENDING', 'CLAIMED', 'EXHAUSTED', 'PERMANENT')
                      order by id limit ?) f
                left join lateral (select * from task t where t.task_id = f.task_id limit 1) t on true),
            """
                    + grouped("suspects union all select * from unasked union all select * from failed");

    static final String MENDED =
            """
            with mended as (
                select case when r.settled_at is null then 'repair-sent' else 'repaired' end as what, r.task_id, t.task_type, t.model, r.kind as reason, r.reason as detail,
                    r.state_since as since
                from (select * from repair where created_at >= ? and created_at < ?
                      order by created_at desc limit ?) r
                left join lateral (select * from task t where t.task_id = r.task_id limit 1) t on true),
            """
                    + grouped("mended");

    private static String grouped(String rows) {
        return "rows as (select * from " + rows + ")"
                + " select what, task_type, model, reason, min(detail) as detail, count(*) as number, min(since) as oldest,"
                + " (array_agg(task_id order by since))[1] as task_id from rows where " + Scope.OF_GROUP
                + " group by what, task_type, model, reason order by number desc, oldest limit ?";
    }

    private final JdbcTemplate jdbc;

    Silences(DataSource ledger) {
        jdbc = new JdbcTemplate(ledger);
        jdbc.setQueryTimeout(10);
    }

    /** The ten most frequent of those that are open, and then, if there is room, of those that were mended. */
    public List<Silence> top(Scope scope) {
        @Nullable Object[] group = scope.group();
        List<Silence> top = new ArrayList<>(
                jdbc.query(OPEN, (row, i) -> silence(row), Scope.both(new Object[] {LOOK, LOOK, LOOK}, group, TOP)));
        if (top.size() < TOP) {
            Object[] range = {Timestamp.from(scope.from()), Timestamp.from(scope.to()), LOOK};
            top.addAll(jdbc.query(MENDED, (row, i) -> silence(row), Scope.both(range, group, TOP - top.size())));
        }
        return List.copyOf(top);
    }

    private static Silence silence(ResultSet row) throws SQLException {
        return new Silence(
                row.getString("what"),
                row.getString("task_type"),
                row.getString("model"),
                row.getString("reason"),
                row.getString("detail"),
                row.getLong("number"),
                row.getTimestamp("oldest").toInstant(),
                row.getString("task_id"));
    }
}
