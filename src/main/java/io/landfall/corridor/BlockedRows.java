package io.landfall.corridor;

import java.nio.charset.StandardCharsets;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.FactLog;
import io.landfall.alarm.OneLine;
import io.landfall.alarm.Severity;
import io.landfall.outbox.OutboxMessage;

/** Tells a person that messages are blocked. */
@Component
final class BlockedRows {
    private static final Logger LOG = LoggerFactory.getLogger(BlockedRows.class);

    private final Alarms alarms;
    private final FactLog facts;

    BlockedRows(Alarms alarms, FactLog facts) {
        this.alarms = alarms;
        this.facts = facts;
    }

    /** Tells of so many; of none, nothing. */
    void tell(int rows, String topic) {
        if (rows == 0) {
            return;
        }
        LOG.warn("{} outbox rows to {} are blocked", rows, OneLine.of(topic));
        alarm(topic);
    }

    /** Tells of one. */
    void tell(OutboxMessage row, String why) {
        byte[] key = row.key();
        String task = key == null ? null : OneLine.of(new String(key, StandardCharsets.UTF_8));
        facts.warn(
                "outbox rows blocked",
                task,
                null,
                () -> "outbox row " + row.id() + " to " + row.topic() + " is blocked: " + why);
        alarm(row.topic());
    }

    private void alarm(String topic) {
        alarms.raise(
                "outbox-blocked",
                Severity.P2,
                "messages can't be sent as they are, the last ones to " + topic + "; see /api/outbox?status=BLOCKED");
    }
}
