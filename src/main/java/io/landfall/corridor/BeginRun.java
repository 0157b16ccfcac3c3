package io.landfall.corridor;

import java.util.Optional;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.landfall.alarm.Availability;
import io.landfall.compensation.Compensation;
import io.landfall.compensation.Run;

/** Step begin-run: the schedule looks whether a run is due. */
@Component
final class BeginRun {
    private final Compensation compensation;
    private final LedgerTrouble trouble;

    BeginRun(Compensation compensation, Availability availability) {
        this.compensation = compensation;
        this.trouble = new LedgerTrouble(availability, "compensation can't look for failures");
    }

    @Handler
    void begin(Exchange exchange) {
        CamelContext camel = exchange.getContext();
        Optional<Run> run = look(camel);
        run.ifPresent(opened -> CompensationRun.begin(exchange, opened));
        exchange.setProperty("landfall.runs", run.isPresent() ? 1 : 0);
    }

    /** None while the ledger is away: failures wait in it. */
    private Optional<Run> look(CamelContext camel) {
        return trouble.orElse(Optional.empty(), () -> compensation.look(() -> camel.isStopping() || camel.isStopped()));
    }
}
