package io.landfall.ledger;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionTimedOutException;
import org.springframework.transaction.support.TransactionCallback;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionSynchronizationManager;
import org.springframework.transaction.support.TransactionTemplate;

/**
 * Transactions of one name. Each statement, each pause between two and all together may last as long as the timeout says: the
 * first two are kept by the database, the third by Spring, which gives each statement what is left, in whole seconds.
 */
final class GovernedTransaction implements TransactionOperations {
    private static final String TIMEOUTS =
            "select set_config('statement_timeout', ?, true), set_config('idle_in_transaction_session_timeout', ?, true)";

    /** Every look-up is by key: a plan must not change with the statistics of a table that grows from nothing. */
    private static final String BY_KEY = TIMEOUTS
            + ", set_config('enable_seqscan', 'off', true), set_config('enable_hashjoin', 'off', true),"
            + " set_config('enable_mergejoin', 'off', true)";

    /**
     * SQLSTATE of an idle transaction's end, and of PostgreSQL's own timeout of transactions. Not of a lock that was not got in
     * time: only who is content to come again later asks for that.
     */
    private static final Set<String> TIMED_OUT = Set.of("25P03", "25P04");

    /** SQLSTATE of a statement that was cancelled: at its timeout, or by somebody. */
    private static final String CANCELLED = "57014";

    private final String name;
    private final Duration timeout;
    private final TransactionTemplate template;
    private final JdbcTemplate jdbc;
    private final String settings;
    private final TransactionWatch watch;

    /**
     * With a template of its own, which gets the timeout.
     *
     * @param byKey whether the planner may only go by indices
     */
    GovernedTransaction(
            String name,
            Duration timeout,
            TransactionTemplate template,
            JdbcTemplate jdbc,
            boolean byKey,
            TransactionWatch watch) {
        this.name = name;
        this.timeout = timeout;
        this.template = template;
        this.jdbc = jdbc;
        this.settings = byKey ? BY_KEY : TIMEOUTS;
        this.watch = watch;
        template.setName(name);
        template.setTimeout((int) Math.max(1, timeout.plusMillis(999).toSeconds()));
    }

    @Override
    public <T> @Nullable T execute(TransactionCallback<T> action) {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            // a part of another one, which is watched
            return inside(action);
        }
        long begin = System.nanoTime();
        try {
            T result = inside(action);
            watch.ended(name, since(begin));
            return result;
        } catch (RuntimeException | Error e) {
            Duration took = since(begin);
            watch.ended(name, took);
            String reason = timeoutIn(e, took);
            if (reason != null) {
                watch.timedOut(name, timeout, took, reason);
            }
            throw e;
        }
    }

    private <T> @Nullable T inside(TransactionCallback<T> action) {
        String millis = Long.toString(timeout.toMillis());
        return template.execute(status -> {
            jdbc.queryForList(settings, millis, millis);
            return action.doInTransaction(status);
        });
    }

    private static Duration since(long begin) {
        return Duration.ofNanos(System.nanoTime() - begin);
    }

    /** What says that it is a timeout; null: it is none. */
    private @Nullable String timeoutIn(Throwable thrown, Duration took) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof TransactionTimedOutException) {
                return String.valueOf(cause.getMessage());
            }
            if (cause instanceof SQLException sql && isTimeout(String.valueOf(sql.getSQLState()), took)) {
                return String.valueOf(sql.getMessage());
            }
        }
        return null;
    }

    /** Somebody who cancels a statement by hand does so earlier, as a rule. */
    private boolean isTimeout(String sqlState, Duration took) {
        return TIMED_OUT.contains(sqlState)
                || (sqlState.equals(CANCELLED)
                        && took.compareTo(timeout.multipliedBy(9).dividedBy(10)) >= 0);
    }
}
