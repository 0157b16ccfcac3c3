package io.landfall.corridor;

import java.util.List;
import java.util.UUID;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.landfall.alarm.Availability;
import io.landfall.outbox.Claim;
import io.landfall.outbox.Outbox;
import io.landfall.outbox.Relay;
import io.landfall.outbox.Turns.Turn;

/** Step claim-outbox: pending rows of the turn's topic are claimed for one relay; when there are none, the turn is over. */
@Component
final class ClaimOutbox {
    private static final String RELAY = "landfall.relay";
    /** Rows in one claim, and so in one request of the producer. */
    private static final int MOST = 1_000;

    private final Outbox outbox;
    private final LedgerTrouble trouble;
    private final BlockedRows blocked;

    ClaimOutbox(Outbox outbox, Availability availability, BlockedRows blocked) {
        this.outbox = outbox;
        this.trouble = new LedgerTrouble(availability, "the outbox can't be read or written");
        this.blocked = blocked;
    }

    @Handler
    void claim(Exchange exchange) {
        Turn turn = BeginTurn.turn(exchange);
        Claim none = new Claim(turn.topic(), new UUID(0, 0), List.of(), 0);
        Claim claim = trouble.orElse(none, () -> outbox.claim(turn.topic(), MOST));
        if (claim.isEmpty()) {
            turn.done();
        }
        blocked.tell(claim.refused(), claim.topic());
        exchange.setProperty(RELAY, new Relay(outbox, claim));
    }

    static Relay relay(Exchange exchange) {
        return exchange.getProperty(RELAY, Relay.class);
    }
}
