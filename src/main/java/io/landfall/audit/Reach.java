package io.landfall.audit;

import java.time.Duration;

import org.elasticsearch.client.RestClient;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.PlatformTransactionManager;

import io.landfall.ledger.MinAges;
import io.landfall.view.ViewConfiguration;

/**
 * What an audit looks at, and how it puts things right.
 *
 * @param timeout of one look into the ledger
 * @param minAges how long tasks may be in a state that is not final before they are due for a look
 */
public record Reach(
        JdbcTemplate ledger,
        PlatformTransactionManager transactions,
        Duration timeout,
        MinAges minAges,
        RestClient view,
        ViewConfiguration viewConfiguration,
        PartitionEnds ends,
        ViewWrites writes) {}
