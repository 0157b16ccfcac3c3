package io.landfall.ops;

import java.time.Duration;
import java.util.List;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

import io.landfall.calls.CallsConfiguration;
import io.landfall.failure.FailureConfiguration;
import io.landfall.ledger.LedgerAway;
import io.landfall.ledger.LedgerLock;
import io.landfall.ledger.LedgerTransactions;

/**
 * Deletes what has been over for longer than {@code landfall.failures.retention}, by the ledger's clock: closed failures with
 * their attempts, closed alarms, sent messages, resolved and abandoned dead letters, reports of runs, repairs, and timeouts of
 * transactions. What is open stays, however old. Model calls have a retention of their own.
 * Once an hour, a thousand rows a transaction, one node at a time.
 */
@Component
final class Purge {
    private static final Logger LOG = LoggerFactory.getLogger(Purge.class);

    static final int ROWS = 1_000;
    /** Of one table at a time; more are left for the next hour. */
    private static final int ROUNDS = 1_000;

    static final LedgerLock LOCK = new LedgerLock("purge");

    /** Of a dead letter: no message is about it any more. */
    private static final String SENT_OUT = "not exists (select 1 from outbox o where o.status <> 'SENT'"
            + " and (o.dead_letter_id = t.id or o.replay_of = t.id))";

    /** What is over, and since when. A message goes before the dead letter that it is about. */
    private static final List<Over> OVER = List.of(
            new Over("failure", "closed_at", "status in ('RESOLVED', 'SUPERSEDED', 'ABANDONED')"),
            new Over("alarm", "closed_at", "closed_at is not null"),
            new Over("outbox", "sent_at", "status = 'SENT'"),
            new Over("dead_letter", "resolved_at", "status = 'RESOLVED' and " + SENT_OUT),
            new Over("dead_letter", "resolved_at", "status = 'ABANDONED' and " + SENT_OUT),
            new Over("compensation_run", "ended_at", "ended_at is not null"),
            new Over("audit", "ended_at", "ended_at is not null"),
            new Over("rebuild", "ended_at", "ended_at is not null"),
            new Over("inspection", "ended_at", "ended_at is not null"),
            new Over("repair", "settled_at", "settled_at is not null"),
            new Over("transaction_timeout", "at", "true"));

    /** A call that nobody told of for so long; rows without a number are named by where they lie. */
    private static final Over CALLS = new Over("model_call", "updated_at", "true", "ctid");

    private final JdbcTemplate jdbc;
    private final LedgerTransactions transactions;
    private final Duration retention;
    private final Duration callRetention;

    Purge(
            JdbcTemplate jdbc,
            LedgerTransactions transactions,
            FailureConfiguration configuration,
            CallsConfiguration calls) {
        this.jdbc = jdbc;
        this.transactions = transactions;
        this.retention = configuration.retention();
        this.callRetention = calls.retention();
    }

    @Scheduled(fixedDelayString = "PT1H", initialDelayString = "PT10M")
    void purge() {
        try {
            OVER.forEach(over -> purge(over, retention));
            purge(CALLS, callRetention);
        } catch (LedgerAway away) {
            LOG.warn("nothing more is purged now: {}", away.getMessage());
        }
    }

    private void purge(Over over, Duration since) {
        long deleted = 0;
        for (int round = 0; round < ROUNDS; round++) {
            int rows = transactions.run("purge", () -> delete(over, since));
            deleted += rows;
            if (rows < ROWS) {
                break;
            }
        }
        if (deleted > 0) {
            LOG.info("{} rows of {} were over for {} and are deleted", deleted, over.table, since);
        }
    }

    /** None when another node is at it. */
    private int delete(Over over, Duration since) {
        return LOCK.tryLock(jdbc) ? jdbc.update(over.statement(), since.toMillis(), ROWS) : 0;
    }

    /** Rows of a table that are over since the time in a column. */
    private record Over(String table, String since, String condition, String key) {
        Over(String table, String since, String condition) {
            this(table, since, condition, "id");
        }

        String statement() {
            return "delete from " + table + " where " + key + " = any (array(select " + key + " from " + table
                    + " t where " + condition + " and " + since + " < now() - ? * interval '1 millisecond' order by "
                    + since + " limit ? for update skip locked))";
        }
    }
}
