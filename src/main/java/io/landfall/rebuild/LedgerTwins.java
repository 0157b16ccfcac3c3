package io.landfall.rebuild;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionException;

import io.landfall.view.Twins;

/**
 * What the ledger says of the rebuild under way, asked at most twice a second by one at a time; for all others, and while it is
 * away, the last word stands.
 */
final class LedgerTwins implements Twins {
    private static final Logger LOG = LoggerFactory.getLogger(LedgerTwins.class);
    private static final Duration TRUST = Duration.ofMillis(500);
    private static final String RUNNING =
            "select index_name, new_index from rebuild where status = 'RUNNING' and phase in ('SCAN', 'COMPARE', 'SWAP')";

    private final JdbcTemplate jdbc;
    private final ReentrantLock asking = new ReentrantLock();
    private volatile Map<String, String> known = Map.of();
    private volatile long askedNanos = System.nanoTime() - TRUST.toNanos() - 1;

    LedgerTwins(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    @Override
    public @Nullable String of(String index) {
        if (isOld() && asking.tryLock()) {
            try {
                if (isOld()) {
                    ask();
                }
            } finally {
                asking.unlock();
            }
        }
        return known.get(index);
    }

    private boolean isOld() {
        return System.nanoTime() - askedNanos > TRUST.toNanos();
    }

    private void ask() {
        try {
            known = jdbc.query(RUNNING, (row, i) -> Map.entry(row.getString(1), row.getString(2))).stream()
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
        } catch (DataAccessException | TransactionException e) {
            LOG.debug("whether an index is being rebuilt can't be asked now", e);
        } finally {
            askedNanos = System.nanoTime();
        }
    }
}
