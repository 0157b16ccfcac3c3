package io.landfall.alarm;

import java.time.Duration;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;

/** Ends alarms of which nobody could say that they are over: they count occurrences, and there were none for a while. */
record QuietAlarms(AlarmRows rows, Duration quiet) {
    private static final Logger log = LoggerFactory.getLogger(QuietAlarms.class);

    @Scheduled(fixedDelayString = "PT1M", initialDelayString = "PT1M")
    void close() {
        try {
            rows.closeQuiet(quiet);
        } catch (DataAccessException e) {
            log.debug("quiet alarms stay open: the ledger is away", e);
        }
    }
}
