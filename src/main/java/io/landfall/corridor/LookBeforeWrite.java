package io.landfall.corridor;

import java.time.Duration;

import org.apache.camel.Exchange;

import io.landfall.alarm.Availability;
import io.landfall.failure.IndexBlock;
import io.landfall.failure.IndexFailures;
import io.landfall.view.ViewAway;
import io.landfall.view.ViewJob;

/**
 * Step {@code look-before-write}: puts blocked indices on record, waits as long as the last answer asks for, then makes the
 * next bulk possible. Throws {@link ViewAway} when the batch's patience is over first.
 */
@org.springframework.stereotype.Component
public final class LookBeforeWrite {
    private final Availability availability;
    private final IndexFailures failures;
    private final LedgerWait ledger;

    LookBeforeWrite(Availability availability, IndexFailures failures, LedgerWait ledger) {
        this.availability = availability;
        this.failures = failures;
        this.ledger = ledger;
    }

    public void look(Exchange exchange) {
        ViewJob job = OpenWrite.job(exchange);
        boolean waited = false;
        do {
            record(exchange, job);
            waited |= job.absence() != null;
            await(exchange, job);
        } while (!job.makeReady());
        record(exchange, job);
        if (waited && !job.hasNext()) {
            // what it waited for may be left un-landed now; no bulk will tell that the view is there
            availability.back(io.landfall.alarm.Component.VIEW);
        }
    }

    /** Here and not behind the write: a batch that waits for its index must be seen to wait. */
    private void record(Exchange exchange, ViewJob job) {
        for (IndexBlock block : job.takeBlocks()) {
            ledger.until(Patience.of(exchange), () -> {
                failures.record(block);
                return block;
            });
        }
    }

    private void await(Exchange exchange, ViewJob job) {
        String absence = job.absence();
        if (absence != null) {
            availability.away(io.landfall.alarm.Component.VIEW, absence, job.absenceLasts());
        }
        Duration pause = job.pause();
        if (!pause.isZero() && !Patience.of(exchange).pause(pause)) {
            throw new ViewAway(absence == null ? "stopped while waiting for the next try" : absence, null);
        }
    }
}
