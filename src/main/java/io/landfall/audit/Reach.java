package io.landfall.audit;

import java.time.Duration;

import org.elasticsearch.client.RestClient;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;

import io.landfall.ledger.LedgerTransactions;
import io.landfall.view.ViewConfiguration;

/**
 * What an audit looks at, and how it puts things right.
 *
 * @param minAge how long a task may be in a state that is not final before it is due for a look
 */
public record Reach(
        JdbcTemplate ledger,
        LedgerTransactions transactions,
        Duration minAge,
        RestClient view,
        ViewConfiguration viewConfiguration,
        PartitionEnds ends,
        ViewWrites writes) {

    /**
     * Without anybody who watches transactions.
     *
     * @param timeout of one look into the ledger
     */
    public Reach(
            JdbcTemplate ledger,
            PlatformTransactionManager transactions,
            Duration timeout,
            Duration minAge,
            RestClient view,
            ViewConfiguration viewConfiguration,
            PartitionEnds ends,
            ViewWrites writes) {
        this(
                ledger,
                new LedgerTransactions(transactions, ledger, timeout),
                minAge,
                view,
                viewConfiguration,
                ends,
                writes);
    }
}
