package io.landfall.corridor;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

/** Step end-turn: however the turn went, another one of its topic may begin. */
@Component
final class EndTurn {
    @Handler
    void end(Exchange exchange) {
        BeginTurn.turn(exchange).end();
    }
}
