package io.landfall.ops;

import java.sql.SQLException;
import java.time.Duration;

import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.autoconfigure.flyway.FlywayMigrationStrategy;
import org.springframework.stereotype.Component;

/**
 * Brings the ledger's tables to this version while other nodes write to them. A migration waits for a lock no longer than its connections allow
 * ({@code spring.flyway.init-sqls}), since everybody else waits behind it; then it is rolled back, lets the others through, and tries again.
 */
@Component
final class LedgerMigration implements FlywayMigrationStrategy {
    static final int TRIES = 20;

    private static final Logger LOG = LoggerFactory.getLogger(LedgerMigration.class);
    private static final String LOCK_NOT_AVAILABLE = "55P03";
    private static final Duration PAUSE = Duration.ofSeconds(3);

    private final int tries;
    private final Runnable pause;

    @Autowired
    LedgerMigration() {
        this(TRIES, LedgerMigration::pause);
    }

    /**
     * With a patience of its own.
     *
     * @param pause between two tries: writers that waited get their turn
     */
    LedgerMigration(int tries, Runnable pause) {
        this.tries = tries;
        this.pause = pause;
    }

    /** Throws the last try's exception when the tables were in use each time; nothing of that migration was changed then. */
    @Override
    public void migrate(Flyway flyway) {
        for (int attempt = 1; ; attempt++) {
            try {
                flyway.migrate();
                return;
            } catch (FlywayException e) {
                if (attempt == tries || lockTimeout(e) == null) {
                    throw e;
                }
                LOG.warn(
                        "the ledger's tables are in use, and their migration was rolled back; it is tried again ({} of {})",
                        attempt + 1,
                        tries);
                pause.run();
            }
        }
    }

    /** What PostgreSQL said of a lock that was not to be had; null: it failed for another reason. */
    static @Nullable SQLException lockTimeout(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof SQLException told && LOCK_NOT_AVAILABLE.equals(told.getSQLState())) {
                return told;
            }
        }
        return null;
    }

    private static void pause() {
        try {
            Thread.sleep(PAUSE.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while the ledger's tables are in use", e);
        }
    }
}
