package io.landfall.rebuild;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.TransactionException;

/** Looks on every node whether the running rebuild comes on. */
final class RebuildWatch {
    private static final Logger LOG = LoggerFactory.getLogger(RebuildWatch.class);

    private final Rebuild rebuild;

    RebuildWatch(Rebuild rebuild) {
        this.rebuild = rebuild;
    }

    @Scheduled(fixedDelayString = "${landfall.ops.watch-period:10s}")
    void look() {
        try {
            rebuild.watch();
        } catch (DataAccessException | TransactionException e) {
            LOG.debug("the rebuild is watched later: {}", e.getMessage());
        }
    }
}
