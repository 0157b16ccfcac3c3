package io.landfall.corridor;

import java.util.List;

import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.landfall.compensation.Claim;
import io.landfall.compensation.Claims;
import io.landfall.ledger.Ledger;
import io.landfall.view.ViewWrite;

/** Step read-claimed: the current documents of the claimed failures, never old payloads. */
@Component
final class ReadClaimed {
    private final Claims claims;
    private final Ledger ledger;

    ReadClaimed(Claims claims, Ledger ledger) {
        this.claims = claims;
        this.ledger = ledger;
    }

    @Handler
    List<ViewWrite> read(@Body List<?> rows, Exchange exchange) {
        exchange.getMessage().removeHeaders("*");
        List<Claim> claimed = claims.claimed(CompensationRun.of(exchange), rows);
        CompensationRun.claims(exchange, claimed);
        return CompensationRun.current(
                exchange, ledger, claimed.stream().map(Claim::taskId).toList());
    }
}
