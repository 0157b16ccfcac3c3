package io.landfall.corridor;

import java.time.Duration;
import java.util.Collection;
import java.util.List;

import org.apache.camel.Exchange;

import io.landfall.compensation.Claim;
import io.landfall.compensation.Run;
import io.landfall.ledger.Ledger;
import io.landfall.view.ViewWrite;

/** What the steps of a compensation run hand to each other on their exchange. */
final class CompensationRun {
    /** How many of the cycle's documents are to be written. */
    static final String TRIES = "landfall.tries";
    /** How many failures the cycle claimed; none: all are tried. */
    static final String CLAIMED = "landfall.held";
    /** How many indices are left to be drained. */
    static final String DRAINS = "landfall.drains";

    /** A view that is away ends the run; the next run is soon enough. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    /** Longer than any wait for the budget. */
    private static final Duration CYCLE = Duration.ofMinutes(1);

    private static final String RUN = "landfall.run";
    private static final String CLAIMS = "landfall.claims";

    private CompensationRun() {}

    /** As the first steps expect it. */
    static void begin(Exchange exchange, Run run) {
        exchange.setProperty(RUN, run);
        exchange.setProperty(ListFailures.TRIGGER, "compensation");
        exchange.setProperty(CLAIMED, 1);
        exchange.setProperty(DRAINS, 1);
    }

    static Run of(Exchange exchange) {
        return exchange.getProperty(RUN, Run.class);
    }

    /** Waits for the run's budget; at its end the run may be ending. */
    static void awaitBudget(Run run) {
        Patience.of(CYCLE, run::isEnding).pause(run.pause());
    }

    static void claims(Exchange exchange, List<Claim> claims) {
        exchange.setProperty(CLAIMS, claims);
        exchange.setProperty(CLAIMED, claims.size());
    }

    @SuppressWarnings("unchecked")
    static List<Claim> claims(Exchange exchange) {
        return exchange.getProperty(CLAIMS, List.class);
    }

    /** The current documents of these tasks, to be written next. */
    static List<ViewWrite> current(Exchange exchange, Ledger ledger, Collection<String> taskIds) {
        exchange.setProperty(Patience.PROPERTY, Patience.of(PATIENCE, of(exchange)::isEnding));
        long readAt = System.nanoTime();
        List<ViewWrite> writes = taskIds.isEmpty()
                ? List.of()
                : ledger.read(taskIds).stream()
                        .map(task -> new ViewWrite(task, readAt))
                        .toList();
        exchange.setProperty(TRIES, writes.size());
        return writes;
    }
}
