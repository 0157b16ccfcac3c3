package io.landfall.ledger;

import java.time.Duration;
import java.util.function.Supplier;

import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;
import org.springframework.transaction.TransactionDefinition;
import org.springframework.transaction.support.TransactionTemplate;

/** Reads several tables as they were at one moment, changing nothing. */
final class Snapshot {
    private final TransactionTemplate transaction;
    private final JdbcTemplate jdbc;
    private final String timeoutMillis;

    Snapshot(PlatformTransactionManager manager, JdbcTemplate jdbc, Duration timeout) {
        this.transaction = new TransactionTemplate(manager);
        this.transaction.setIsolationLevel(TransactionDefinition.ISOLATION_REPEATABLE_READ);
        this.transaction.setReadOnly(true);
        this.jdbc = jdbc;
        this.timeoutMillis = Long.toString(timeout.toMillis());
    }

    /** By keys: a plan must not turn to reading whole tables with the statistics. */
    <T> T byKey(Supplier<T> reads) {
        return run(
                "select set_config('statement_timeout', ?, true), set_config('enable_seqscan', 'off', true),"
                        + " set_config('enable_hashjoin', 'off', true), set_config('enable_mergejoin', 'off', true)",
                reads);
    }

    /** Whatever the planner finds best. */
    <T> T whole(Supplier<T> reads) {
        return run("select set_config('statement_timeout', ?, true)", reads);
    }

    private <T> T run(String settings, Supplier<T> reads) {
        T result = transaction.execute(status -> {
            jdbc.queryForList(settings, timeoutMillis);
            return reads.get();
        });
        if (result == null) {
            throw new IllegalStateException("a look without a result");
        }
        return result;
    }
}
