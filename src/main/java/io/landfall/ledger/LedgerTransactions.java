package io.landfall.ledger;

import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionOperations;
import org.springframework.transaction.support.TransactionTemplate;

/** Runs work in one transaction with a name and a timeout, and says what a failure means. */
public final class LedgerTransactions {
    private static final Logger LOG = LoggerFactory.getLogger(LedgerTransactions.class);
    private static final int TRIES = 5;
    private static final String MISSING_PARTITION = "no partition";

    private final PlatformTransactionManager manager;
    private final JdbcTemplate jdbc;
    private final TransactionTimeouts timeouts;
    private final TransactionWatch watch;
    private final Map<String, TransactionOperations> byName = new ConcurrentHashMap<>();

    LedgerTransactions(
            PlatformTransactionManager manager,
            JdbcTemplate jdbc,
            TransactionTimeouts timeouts,
            TransactionWatch watch) {
        this.manager = manager;
        this.jdbc = jdbc;
        this.timeouts = timeouts;
        this.watch = watch;
    }

    /** All with the same timeout, and nobody watches. */
    public LedgerTransactions(PlatformTransactionManager manager, JdbcTemplate jdbc, Duration timeout) {
        this(manager, jdbc, TransactionTimeouts.all(timeout), TransactionWatch.NONE);
    }

    /**
     * Transactions of a name for those who deal with Spring's exceptions themselves. Nothing begins again, and the planner is
     * free.
     *
     * @param name a verb and a noun, one of a few that the code knows: it is a label of metrics
     */
    public TransactionOperations named(String name) {
        return transaction(name, new TransactionTemplate(manager), false);
    }

    /** Sees all tables as they were when it began, and changes nothing. */
    TransactionOperations snapshot(String name, boolean byKey) {
        TransactionTemplate template = new TransactionTemplate(manager);
        template.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        template.setReadOnly(true);
        return transaction(name, template, byKey);
    }

    private TransactionOperations transaction(String name, TransactionTemplate template, boolean byKey) {
        return new GovernedTransaction(name, timeouts.of(name), template, jdbc, byKey, watch);
    }

    /**
     * Runs {@code work} in a transaction; a lost race or a deadlock begins again at once, a few times.
     *
     * @param name in logs and metrics, a verb and a noun; one of a few that the code knows
     * @throws LedgerAway the database can't be reached or can't do the work now
     * @throws RuntimeException the data itself is refused
     */
    public <T> T run(String name, Supplier<T> work) {
        for (int attempt = 1; ; attempt++) {
            try {
                return once(name, work);
            } catch (Again race) {
                giveUpAfterTries(name, attempt, race);
            } catch (DataAccessException | TransactionException e) {
                String sqlState = sqlState(e);
                if (sqlState.startsWith("40")) {
                    giveUpAfterTries(name, attempt, e);
                } else if (isDataError(sqlState, e)) {
                    throw new LedgerRefuses(sqlState, e);
                } else {
                    throw new LedgerAway("the ledger can't " + name + " now: " + firstLine(e), e);
                }
            }
        }
    }

    private <T> T once(String name, Supplier<T> work) {
        T result = byName.computeIfAbsent(name, key -> transaction(key, new TransactionTemplate(manager), true))
                .execute(status -> work.get());
        if (result == null) {
            throw new IllegalStateException("a transaction without a result");
        }
        return result;
    }

    private static void giveUpAfterTries(String name, int attempt, RuntimeException why) {
        if (attempt == TRIES) {
            throw new LedgerAway("the ledger can't " + name + ": lost " + TRIES + " races in a row", why);
        }
        LOG.debug("{} begins again: {}", name, why.getMessage());
    }

    /** SQLSTATE classes 22 (data) and 23 (constraints that depend on the value), but for a day without a partition. */
    private static boolean isDataError(String sqlState, Exception e) {
        return sqlState.startsWith("22")
                || (sqlState.startsWith("23") && !firstLine(e).contains(MISSING_PARTITION));
    }

    private static String sqlState(Throwable e) {
        for (Throwable cause = e; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException sql && sql.getSQLState() != null) {
                return sql.getSQLState();
            }
        }
        return "";
    }

    private static String firstLine(Throwable e) {
        Throwable root = e;
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            root = cause;
        }
        @Nullable String message = root.getMessage();
        return message == null
                ? root.getClass().getSimpleName()
                : message.lines().findFirst().orElse("");
    }

    /** Roll back and begin again: another transaction was faster. */
    static final class Again extends RuntimeException {
        Again(String why) {
            super(why);
        }
    }
}
