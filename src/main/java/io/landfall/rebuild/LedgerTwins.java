package io.landfall.rebuild;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionException;

import io.landfall.view.Twins;

/** What the ledger says of the rebuild under way, asked at most twice a second; while it is away the last word stands. */
final class LedgerTwins implements Twins {
    private static final Logger LOG = LoggerFactory.getLogger(LedgerTwins.class);
    private static final Duration TRUST = Duration.ofMillis(500);
    private static final String RUNNING =
            "select index_name, new_index from rebuild where status = 'RUNNING' and phase in ('SCAN', 'COMPARE', 'SWAP')";

    private final JdbcTemplate jdbc;
    private volatile Map<String, String> known = Map.of();
    private volatile long askedNanos = System.nanoTime() - TRUST.toNanos() - 1;

    LedgerTwins(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public @Nullable String of(String index) {
        if (System.nanoTime() - askedNanos > TRUST.toNanos()) {
            ask();
        }
        return known.get(index);
    }

    private synchronized void ask() {
        if (System.nanoTime() - askedNanos <= TRUST.toNanos()) {
            return;
        }
        try {
            known = jdbc.query(RUNNING, (row, i) -> Map.entry(row.getString(1), row.getString(2))).stream()
                    .collect(java.util.stream.Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        } catch (DataAccessException | TransactionException e) {
            LOG.debug("whether an index is being rebuilt can't be asked now", e);
        }
        askedNanos = System.nanoTime();
    }
}
