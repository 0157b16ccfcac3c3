package io.landfall.corridor;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.OneLine;
import io.landfall.alarm.Severity;

/** Tells a person that messages are blocked. */
@Component
final class BlockedRows {
    private static final Logger LOG = LoggerFactory.getLogger(BlockedRows.class);

    private final Alarms alarms;

    BlockedRows(Alarms alarms) {
        this.alarms = alarms;
    }

    /** Tells of so many; of none, nothing. */
    void tell(int rows, String topic) {
        if (rows == 0) {
            return;
        }
        LOG.warn("{} outbox rows to {} are blocked", rows, OneLine.of(topic));
        alarms.raise(
                "outbox-blocked",
                Severity.P2,
                "messages can't be sent as they are, the last ones to " + topic + "; see /api/outbox?status=BLOCKED");
    }
}
