package io.landfall.rebuild;

import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.ledger.LedgerTransactions;
import io.landfall.rebuild.Comparison.Version;

/** The failures of an index that is being made: kept like all others, tried again and closed by the rebuild. */
final class NewIndexFailures {
    private static final String OURS = "trigger_name = 'rebuild' and index_name = ?";
    private static final String IS_OPEN = "status in ('PENDING', 'CLAIMED', 'EXHAUSTED', 'PERMANENT')";

    /** A refusal stands until a person has it tried again; what others closed is looked at, too. */
    private static final String TO_TRY =
            """
            select distinct task_id from failure where %s and task_id > ?
                and (status in ('PENDING', 'CLAIMED', 'EXHAUSTED')
                    or (status in ('RESOLVED', 'SUPERSEDED') and closed_by <> 'rebuild'))
            order by task_id limit ?
            """
                    .formatted(OURS);

    private static final String RESOLVE =
            """
            update failure set status = 'RESOLVED', closed_at = now(), closed_by = 'rebuild'
            where id in (select f.id from failure f join unnest(?::text[], ?::bigint[]) n(task_id, version)
                on f.task_id = n.task_id and f.version <= n.version
                where f.trigger_name = 'rebuild' and f.index_name = ? and (f.%s or f.status in ('RESOLVED', 'SUPERSEDED')) order by f.task_id for update of f)
            """
                    .formatted(IS_OPEN);

    /**
     * A task that does not land whole under the alias either is no worse off in the new index. One that a person gave up in
     * either is not waited for.
     */
    private static final String IN_THE_WAY =
            """
            select count(*) from (select 1 from failure f where f.trigger_name = 'rebuild' and f.index_name = ? and f.%1$s
                and not exists (select 1 from failure a join task t on t.task_id = a.task_id
                    where a.task_id = f.task_id and a.index_name = ? and (a.%1$s or a.status = 'ABANDONED')
                    and (f.field is not null or t.landed_version < t.version)) limit 100000) open
            """
                    .formatted(IS_OPEN);

    private static final String TASKS = "select distinct task_id from failure where " + OURS
            + " and task_id > ? and status <> 'RESOLVED'" + " order by task_id limit ?";

    private static final String CLOSE =
            """
            update failure set status = 'SUPERSEDED', closed_at = now(), closed_by = 'rebuild'
            where id in (select id from failure where %s and %s order by task_id limit 1000 for update)
            """
                    .formatted(OURS, IS_OPEN);

    private static final String CLOSE_INDEX =
            """
            update failure set status = 'SUPERSEDED', closed_at = now(), closed_by = 'rebuild'
            where kind = 'index' and index_name = ? and %s
            """
                    .formatted(IS_OPEN);

    private final JdbcTemplate jdbc;
    private final LedgerTransactions transactions;

    NewIndexFailures(JdbcTemplate jdbc, LedgerTransactions transactions) {
        this.jdbc = jdbc;
        this.transactions = transactions;
    }

    /** The next tasks that are to be tried again. */
    List<String> toTry(String newIndex, String after, int limit) {
        return transactions.run(
                "read-rebuild-failures", () -> jdbc.queryForList(TO_TRY, String.class, newIndex, after, limit));
    }

    /** The next tasks with a failure, whatever became of it but its end. */
    List<String> tasks(String newIndex, String after, int limit) {
        return transactions.run(
                "read-rebuild-failures", () -> jdbc.queryForList(TASKS, String.class, newIndex, after, limit));
    }

    /** These versions landed whole in it. */
    void resolve(String newIndex, List<Version> there) {
        close(newIndex, there, 0);
    }

    /** These versions are in it, whoever wrote them: older ones that failed are outdone. */
    void outdone(String newIndex, List<Version> there) {
        close(newIndex, there, 1);
    }

    private void close(String newIndex, List<Version> there, int older) {
        if (!there.isEmpty()) {
            transactions.run(
                    "resolve-rebuild-failures",
                    () -> jdbc.update(
                            RESOLVE,
                            there.stream().map(Version::taskId).toArray(String[]::new),
                            there.stream()
                                    .mapToLong(one -> one.version() - older)
                                    .toArray(),
                            newIndex));
        }
    }

    /** How many keep the alias from moving. */
    long inTheWay(String newIndex, String alias) {
        return transactions.run("count-rebuild-failures", () -> {
            Long count = jdbc.queryForObject(IN_THE_WAY, Long.class, newIndex, alias);
            return count == null ? 0 : count;
        });
    }

    /** The index is given up, or goes by the alias now: its failures are no longer anybody's business. */
    void closeAll(String newIndex) {
        while (transactions.run("close-rebuild-failures", () -> jdbc.update(CLOSE, newIndex)) > 0) {
            // the next thousand
        }
        transactions.run("close-rebuild-failures", () -> jdbc.update(CLOSE_INDEX, newIndex));
    }
}
