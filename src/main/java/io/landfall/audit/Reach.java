package io.landfall.audit;

import java.time.Duration;

import org.elasticsearch.client.RestClient;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;

import io.landfall.ledger.LedgerTransactions;
import io.landfall.ledger.MinAges;
import io.landfall.view.ViewConfiguration;

/**
 * What an audit looks at, and how it puts things right.
 *
 * @param minAges how long tasks may be in a state that is not final before they are due for a look
 */
public record Reach(
        JdbcTemplate ledger,
        LedgerTransactions transactions,
        MinAges minAges,
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
            MinAges minAges,
            RestClient view,
            ViewConfiguration viewConfiguration,
            PartitionEnds ends,
            ViewWrites writes) {
        this(
                ledger,
                new LedgerTransactions(transactions, ledger, timeout),
                minAges,
                view,
                viewConfiguration,
                ends,
                writes);
    }
}
