package io.landfall.rebuild;

import org.elasticsearch.client.RestClient;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.ledger.Ledger;
import io.landfall.ledger.LedgerTransactions;
import io.landfall.view.ViewConfiguration;

/** What a rebuild reads from, and writes to. */
public record Reach(
        JdbcTemplate jdbc,
        LedgerTransactions transactions,
        Ledger ledger,
        RestClient view,
        ViewConfiguration viewConfiguration,
        IndexWrites writes) {}
