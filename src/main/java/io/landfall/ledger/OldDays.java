package io.landfall.ledger;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Drops days of the event log that are older than its retention, and a day: a record's own time may be ahead of ours. Before
 * that each task with events of the day is kept as it is now, so that its fold begins there.
 */
public final class OldDays {
    private static final Logger LOG = LoggerFactory.getLogger(OldDays.class);
    private static final int PAGE = 1_000;

    /** Whoever wants the lock of the whole log makes all behind it wait: rather not now than for long. */
    private static final String BRIEFLY = "set local lock_timeout = '200ms'";

    private static final int TRIES = 5;

    private static final LedgerLock LOCK = new LedgerLock("old-days");

    private static final String OLD =
            """
            select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
            where i.inhparent = 'task_event'::regclass and c.relname ~ '^task_event_[0-9]{8}$'
                and (to_date(right(c.relname, 8), 'YYYYMMDD')::timestamp at time zone 'UTC') + interval '2 days'
                    <= now() - ? * interval '1 millisecond'
            order by c.relname limit 100
            """;

    private final JdbcTemplate jdbc;
    private final LedgerTransactions transactions;
    private final TaskSnapshots snapshots;
    private final Duration retention;

    OldDays(JdbcTemplate jdbc, LedgerTransactions transactions, Duration retention) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.snapshots = new TaskSnapshots(jdbc);
        this.retention = retention;
    }

    /** Drops what is old, the oldest first; what can't be dropped now is left for the next time. */
    public void drop() {
        for (String day : jdbc.queryForList(OLD, String.class, retention.toMillis())) {
            if (!keepTasks(day) || !drop(day)) {
                return;
            }
        }
    }

    /** False: another node is at it. */
    private boolean keepTasks(String day) {
        String next = "select distinct task_id from " + day + " where task_id > ? order by task_id limit ?";
        String after = "";
        while (true) {
            String from = after;
            Optional<List<String>> page = transactions.run("keep-tasks", () -> {
                if (!isAlone()) {
                    return Optional.empty();
                }
                List<String> ids = jdbc.queryForList(next, String.class, from, PAGE);
                snapshots.take(ids);
                return Optional.of(ids);
            });
            if (page.isEmpty()) {
                return false;
            }
            if (page.get().size() < PAGE) {
                return true;
            }
            after = page.get().get(PAGE - 1);
        }
    }

    private boolean isAlone() {
        return LOCK.tryLock(jdbc);
    }

    private boolean drop(String day) {
        for (int tries = 1; tries <= TRIES; tries++) {
            try {
                return transactions.run("drop-day", () -> {
                    if (!isAlone()) {
                        return false;
                    }
                    jdbc.execute(BRIEFLY);
                    jdbc.execute("drop table if exists " + day);
                    LOG.info("{} is older than {} and a day, and is dropped", day, retention);
                    return true;
                });
            } catch (LedgerAway busy) {
                LOG.info("{} is not dropped now: {}", day, busy.getMessage());
            }
        }
        return false;
    }
}
