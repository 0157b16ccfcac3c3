package io.landfall.failure;

import java.util.Collection;
import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.ledger.LedgerTransactions;
import io.landfall.ledger.Printable;

/** Failures of whole indices in the table {@code failure}. */
public final class PostgresIndexFailures implements IndexFailures {
    private static final String IS_OPEN = "status in ('PENDING', 'CLAIMED', 'EXHAUSTED', 'PERMANENT')";

    /**
     * At most one change a second, and attempts a minute apart at first, a tenth of the failure's age later: a block of a
     * week leaves some eighty. The row is locked even where nothing changes, so that a closing that goes on at the same
     * time sees the tasks whose batch calls here.
     */
    private static final String RECORD =
            """
            with opened as (
              insert into failure as f (kind, index_name, operation, version, cause, reason, trigger_name, fragment, truncated,
                  status)
              values ('index', ?, 'index', 0, 'index-blocked', ?, 'task-events', '', false, 'PENDING')
              on conflict (index_name) where kind = 'index' and %1$s
              do update set last_at = now(), reason = excluded.reason where f.last_at < now() - interval '1 second'
              returning f.id, f.first_at, f.reason)
            insert into failure_attempt (failure_id, number, version, trigger_name, node, http_status, cause, reason, duration_ms)
            select o.id, 1 + coalesce((select max(number) from failure_attempt a where a.failure_id = o.id), 0), 0,
                'task-events', ?, ?, 'index-blocked', o.reason, 0
            from opened o
            where not exists (select 1 from failure_attempt a where a.failure_id = o.id
                and a.at > now() - greatest(interval '1 minute', (now() - o.first_at) / 10))
            on conflict do nothing
            """
                    .formatted(IS_OPEN);

    private static final String LOCK =
            "select id from failure where kind = 'index' and index_name = ? and " + IS_OPEN + " for update";

    /** {@code last_at} may lag a second behind the last refusal. */
    private static final String RESOLVE =
            """
            update failure f set status = 'RESOLVED', closed_at = now(), closed_by = 'landing'
            where f.id = ? and not exists (
              select 1 from task t
              where t.landed_version < t.version and t.index_name = f.index_name
                and t.updated_at <= f.last_at + interval '1 second'
                and not exists (
                  select 1 from failure d where d.task_id = t.task_id and d.index_name = t.index_name
                    and (d.%1$s or (d.status = 'ABANDONED' and d.version >= t.version))))
            """
                    .formatted(IS_OPEN);

    private static final String OPEN = "select index_name from failure where kind = 'index' and " + IS_OPEN;

    /** A batch changes its tasks before the view refuses them. */
    private static final String WAITING =
            """
            select count(*) from (
              select 1 from failure f join task t on t.index_name = f.index_name
              where f.kind = 'index' and f.index_name = any (?) and f.%1$s
                and t.landed_version < t.version and t.updated_at >= f.first_at - interval '5 minutes' limit ?) waiting
            """
                    .formatted(IS_OPEN);

    private final JdbcTemplate jdbc;
    private final LedgerTransactions transactions;
    private final String node;

    /** Records made on behalf of this node. */
    public PostgresIndexFailures(JdbcTemplate jdbc, LedgerTransactions transactions, String node) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.node = node;
    }

    @Override
    public void record(IndexBlock block) {
        transactions.run(
                "record-index-failure",
                () -> jdbc.update(RECORD, block.index(), Printable.of(block.reason()), node, block.httpStatus()));
    }

    @Override
    public boolean resolve(String index) {
        // two statements: the second must see what those committed that the lock waited for
        return transactions.run(
                "resolve-index-failure",
                () -> jdbc.queryForList(LOCK, Long.class, index).stream()
                                .mapToInt(id -> jdbc.update(RESOLVE, id))
                                .sum()
                        > 0);
    }

    @Override
    public List<String> open() {
        return transactions.run("read-index-failures", () -> jdbc.queryForList(OPEN, String.class));
    }

    @Override
    public long waiting(Collection<String> indices, long most) {
        return transactions.run("count-blocked-tasks", () -> {
            Long count = jdbc.queryForObject(WAITING, Long.class, indices.toArray(String[]::new), most);
            return count == null ? 0 : count;
        });
    }
}
