package io.landfall.audit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;

/** Begins an audit at its time. */
final class AuditSchedule {
    private static final Logger LOG = LoggerFactory.getLogger(AuditSchedule.class);

    private final Audit audit;

    AuditSchedule(Audit audit) {
        this.audit = audit;
    }

    @Scheduled(cron = "${landfall.audit.at:0 0 3 * * *}", zone = "UTC")
    void begin() {
        try {
            audit.beginOnSchedule();
        } catch (DataAccessException e) {
            LOG.warn("no audit begins: the ledger is away: {}", e.getMessage());
        }
    }
}
