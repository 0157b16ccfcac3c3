package io.landfall.ops;

import javax.sql.DataSource;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

import io.landfall.alarm.Alarms;

/** Ends the alarm of blocked messages when none is left: they were released, or mended with a statement. */
@Component
final class OutboxWatch {
    private static final Logger LOG = LoggerFactory.getLogger(OutboxWatch.class);

    private final JdbcTemplate ledger;
    private final Alarms alarms;

    OutboxWatch(DataSource ledger, Alarms alarms) {
        this.ledger = new JdbcTemplate(ledger);
        this.ledger.setQueryTimeout(5);
        this.alarms = alarms;
    }

    @Scheduled(fixedDelayString = "PT1M", initialDelayString = "PT1M")
    void look() {
        try {
            Boolean blocked = ledger.queryForObject(
                    "select exists (select 1 from outbox where status = 'BLOCKED')", Boolean.class);
            if (Boolean.FALSE.equals(blocked)) {
                alarms.close("outbox-blocked");
            }
        } catch (DataAccessException e) {
            LOG.debug("no look at the outbox: the ledger is away", e);
        }
    }
}
