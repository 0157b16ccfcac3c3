package io.landfall.corridor;

import java.util.List;

import org.apache.camel.Exchange;
import org.springframework.dao.DataAccessResourceFailureException;
import org.springframework.stereotype.Component;
import org.springframework.transaction.CannotCreateTransactionException;

import io.landfall.alarm.Availability;
import io.landfall.outbox.Outbox;
import io.landfall.outbox.Outbox.Lane;
import io.landfall.outbox.OutboxMessage;
import io.landfall.outbox.Relay;

/** Steps claim-outbox, claim-dead-letters and claim-alarms: pending rows are claimed for one relay. */
@Component
public final class ClaimOutbox {
    private static final String RELAY = "landfall.relay";
    private static final int MOST = 500;

    private final Outbox outbox;
    private final Availability availability;

    ClaimOutbox(Outbox outbox, Availability availability) {
        this.outbox = outbox;
        this.availability = availability;
    }

    /** Claims messages that are neither dead letters nor alarms. */
    public void messages(Exchange exchange) {
        claim(exchange, Lane.MESSAGES);
    }

    /** Claims dead letters on their way to their topic. */
    public void deadLetters(Exchange exchange) {
        claim(exchange, Lane.DEAD_LETTERS);
    }

    /** Claims alarms. */
    public void alarms(Exchange exchange) {
        claim(exchange, Lane.ALARMS);
    }

    /** Nothing while the ledger is away: the rows wait in it, and a stack trace a second would tell nobody more. */
    private void claim(Exchange exchange, Lane lane) {
        exchange.setProperty(RELAY, new Relay(outbox, rows(lane)));
    }

    private List<OutboxMessage> rows(Lane lane) {
        try {
            List<OutboxMessage> claimed = outbox.claim(lane, MOST);
            availability.back(io.landfall.alarm.Component.LEDGER);
            return claimed;
        } catch (DataAccessResourceFailureException | CannotCreateTransactionException e) {
            availability.away(io.landfall.alarm.Component.LEDGER, "the outbox can't be read");
            return List.of();
        }
    }

    static Relay relay(Exchange exchange) {
        return exchange.getProperty(RELAY, Relay.class);
    }
}
