package io.landfall.corridor;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.apache.camel.InvalidPayloadException;
import org.springframework.stereotype.Component;

import io.landfall.outbox.Turns.Turn;

/** Step begin-turn: the turn in the body is the one that is relayed in this exchange. */
@Component
final class BeginTurn {
    private static final String TURN = "landfall.turn";

    @Handler
    void begin(Exchange exchange) throws InvalidPayloadException {
        exchange.setProperty(TURN, exchange.getMessage().getMandatoryBody(Turn.class));
    }

    static Turn turn(Exchange exchange) {
        return exchange.getProperty(TURN, Turn.class);
    }
}
