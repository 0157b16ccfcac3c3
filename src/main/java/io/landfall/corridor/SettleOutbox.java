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
import org.springframework.stereotype.Component;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.Availability;
import io.landfall.alarm.OneLine;
import io.landfall.alarm.Severity;
import io.landfall.outbox.OutboxMessage;
import io.landfall.outbox.Relay;
import io.landfall.outbox.Turns.Turn;

/** Step settle-outbox: the chunk was acknowledged, or refused for what is in it, or nobody answered. */
@Component
final class SettleOutbox {
    /** What is wrong with a message itself. All else (a login, a missing topic, a timeout) may pass: it waits. */
    private static final List<Class<? extends Exception>> REFUSALS = List.of(
            RecordTooLargeException.class,
            RecordBatchTooLargeException.class,
            SerializationException.class,
            InvalidTimestampException.class,
            InvalidTopicException.class,
            InvalidRecordException.class);

    private final Alarms alarms;
    private final LedgerTrouble trouble;
    private final BlockedRows blocked;

    SettleOutbox(Alarms alarms, Availability availability, BlockedRows blocked) {
        this.alarms = alarms;
        this.trouble = new LedgerTrouble(availability, "the outbox can't be read or written");
        this.blocked = blocked;
    }

    @Handler
    void settle(Exchange exchange) {
        Relay relay = ClaimOutbox.relay(exchange);
        Turn turn = BeginTurn.turn(exchange);
        Throwable why = exchange.getProperty(UnsentMessages.WHY, Throwable.class);
        boolean answered = trouble.orElse(false, () -> settle(relay, why));
        if (!answered) {
            relay.end();
            turn.failed();
        }
    }

    /** Whether the broker answered. */
    private boolean settle(Relay relay, @Nullable Throwable why) {
        if (why == null) {
            relay.acknowledged();
            return true;
        }
        Throwable refusal = refusal(why);
        if (refusal == null) {
            alarms.occurred("outbox-waits", Severity.P3, "messages wait in the outbox: " + line(root(why)));
            relay.unanswered();
            return false;
        }
        OutboxMessage guilty = relay.refused(line(refusal));
        if (guilty != null) {
            blocked.tell(guilty, line(refusal));
        }
        return true;
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
        String line = t.getClass().getSimpleName() + ": " + t.getMessage();
        return OneLine.of(line.replaceAll("\\s+", " "));
    }
}
