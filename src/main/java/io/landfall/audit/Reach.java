package io.landfall.audit;

import org.elasticsearch.client.RestClient;
import org.springframework.jdbc.core.JdbcTemplate;

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
        ViewWrites writes) {}
