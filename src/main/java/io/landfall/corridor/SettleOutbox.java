package io.landfall.corridor;

import java.util.List;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.apache.kafka.common.InvalidRecordException;
import org.apache.kafka.common.errors.InvalidTimestampException;
import org.apache.kafka.common.errors.InvalidTopicException;
import org.apache.kafka.common.errors.RecordBatchTooLargeException;
import org.apache.kafka.common.errors.RecordTooLargeException;
import org.apache.kafka.common.errors.SerializationException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.stereotype.Component;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.Availability;
import io.landfall.alarm.Severity;
import io.landfall.outbox.OutboxMessage;
import io.landfall.outbox.Relay;

/** Step settle-outbox: the chunk was acknowledged, or refused for what is in it, or nobody answered. */
@Component
final class SettleOutbox {
    private static final Logger LOG = LoggerFactory.getLogger(SettleOutbox.class);

    /** What is wrong with a message itself. All else (a login, a missing topic, a timeout) may pass: it waits. */
    private static final List<Class<? extends Exception>> REFUSALS = List.of(
            RecordTooLargeException.class,
            RecordBatchTooLargeException.class,
            SerializationException.class,
            InvalidTimestampException.class,
            InvalidTopicException.class,
            InvalidRecordException.class);

    private final Alarms alarms;
    private final Availability availability;

    SettleOutbox(Alarms alarms, Availability availability) {
        this.alarms = alarms;
        this.availability = availability;
    }

    @Handler
    void settle(Exchange exchange) {
        Relay relay = ClaimOutbox.relay(exchange);
        try {
            settle(relay, exchange.getProperty(UnsentMessages.WHY, Throwable.class));
        } catch (DataAccessResourceFailureException e) {
            availability.away(io.landfall.alarm.Component.LEDGER, "the outbox can't be written");
            relay.end();
        }
    }

    private void settle(Relay relay, @Nullable Throwable why) {
        if (why == null) {
            relay.acknowledged();
            return;
        }
        Throwable refusal = refusal(why);
        if (refusal == null) {
            relay.unanswered();
            alarms.occurred("outbox-waits", Severity.P3, "messages wait in the outbox: " + line(root(why)));
            return;
        }
        OutboxMessage guilty = relay.refused(line(refusal));
        if (guilty != null) {
            tell(alarms, guilty);
        }
    }

    static void tell(Alarms alarms, OutboxMessage row) {
        LOG.warn("outbox row {} to {} is blocked", row.id(), row.topic());
        alarms.raise(
                "outbox-blocked",
                Severity.P2,
                "messages can't be sent as they are, the last one to " + row.topic()
                        + "; see the outbox rows with status BLOCKED");
    }

    private static @Nullable Throwable refusal(Throwable thrown) {
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            Throwable candidate = t;
            if (REFUSALS.stream().anyMatch(type -> type.isInstance(candidate))) {
                return t;
            }
        }
        return null;
    }

    private static Throwable root(Throwable thrown) {
        Throwable root = thrown;
        for (Throwable t = thrown.getCause(); t != null; t = t.getCause()) {
            root = t;
        }
        return root;
    }

    private static String line(Throwable t) {
        String line = (t.getClass().getSimpleName() + ": " + t.getMessage()).replaceAll("\\s+", " ");
        return line.length() > 500 ? line.substring(0, 500) : line;
    }
}
