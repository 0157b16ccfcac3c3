package io.landfall.corridor;

import java.util.ArrayList;
import java.util.List;

import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.landfall.ledger.Ledger;
import io.landfall.ledger.Ledger.Landing;
import io.landfall.view.ViewWrite;
import io.landfall.view.WriteOutcome;
import io.landfall.view.Written;

/** Step note-landings: what the view acknowledged is noted in the ledger. */
@Component
final class NoteLandings {
    private final Ledger ledger;
    private final LedgerWait wait;

    NoteLandings(Ledger ledger, LedgerWait wait) {
        this.ledger = ledger;
        this.wait = wait;
    }

    @Handler
    List<Written> note(@Body List<Written> written, Exchange exchange) {
        List<Landing> landings = new ArrayList<>(written.size());
        for (Written one : written) {
            if (one.outcome() instanceof WriteOutcome.Landed landed) {
                landings.add(landing(one.write(), landed.incompleteField() == null));
            }
        }
        if (!landings.isEmpty()) {
            wait.until(Patience.of(exchange), () -> {
                ledger.landed(landings);
                return landings;
            });
        }
        return written;
    }

    private static Landing landing(ViewWrite write, boolean whole) {
        return new Landing(write.task().id(), write.task().index(), write.task().version(), whole);
    }
}
