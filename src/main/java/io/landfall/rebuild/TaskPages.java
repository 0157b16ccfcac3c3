package io.landfall.rebuild;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.ledger.LedgerTransactions;

/** Goes through the ledger's tasks in the order of their ids, without their contents. */
final class TaskPages {
    static final int PAGE = 1_000;

    /** By key alone, whatever the statistics say: a page costs the same wherever it is. */
    private static final String NEXT =
            """
            select t.task_id, t.version, t.deleted_at is not null as deleted, t.index_name = ? as ours,
                t.updated_at >= ? as changed, t.landed_version < t.version as unlanded,
                exists (select 1 from failure f where f.task_id = t.task_id and f.index_name = t.index_name
                    and f.status in ('PENDING', 'CLAIMED', 'EXHAUSTED', 'PERMANENT')) as failing,
                coalesce((select octet_length(c.content) from task_content c where c.task_id = t.task_id), 0) as bytes
            from (select * from task where task_id > ? order by task_id limit ?) t order by t.task_id
            """;

    private final JdbcTemplate jdbc;
    private final LedgerTransactions transactions;

    TaskPages(JdbcTemplate jdbc, LedgerTransactions transactions) {
        this.jdbc = jdbc;
        this.transactions = transactions;
    }

    /**
     * A task as it stood when its page was read.
     *
     * @param changed whether it changed since the time that was asked about
     * @param failing whether a failure of it is open
     * @param bytes of its content
     */
    record Row(
            String taskId,
            long version,
            boolean deleted,
            boolean ours,
            boolean changed,
            boolean unlanded,
            boolean failing,
            long bytes) {}

    /** The tasks after that one, those of other indices too; fewer than {@link #PAGE}: these are the last. */
    List<Row> next(String index, Instant since, String after) {
        OffsetDateTime from = OffsetDateTime.ofInstant(since, ZoneOffset.UTC);
        return transactions.run("read-page", () -> jdbc.query(NEXT, (row, i) -> row(row), index, from, after, PAGE));
    }

    private static Row row(ResultSet row) throws SQLException {
        return new Row(
                row.getString("task_id"),
                row.getLong("version"),
                row.getBoolean("deleted"),
                row.getBoolean("ours"),
                row.getBoolean("changed"),
                row.getBoolean("unlanded"),
                row.getBoolean("failing"),
                row.getLong("bytes"));
    }
}
