package io.landfall.ledger;

import java.time.Duration;
import java.time.Instant;

/** The ledger's time without asking each time: asked again every few seconds, counted on in between. */
public final class LedgerClock {
    private static final Duration TRUST = Duration.ofSeconds(10);

    private final Ledger ledger;
    private volatile Reading reading = new Reading(Instant.EPOCH, System.nanoTime() - TRUST.toNanos() - 1);

    public LedgerClock(Ledger ledger) {
        this.ledger = ledger;
    }

    /** The ledger's time, within milliseconds; good to judge ages of hours and days, not to order anything. */
    public Instant now() {
        Reading last = reading;
        long elapsed = System.nanoTime() - last.atNanos;
        if (elapsed > TRUST.toNanos()) {
            last = new Reading(ledger.now(), System.nanoTime());
            reading = last;
            elapsed = 0;
        }
        return last.ledgerTime.plusNanos(elapsed);
    }

    private record Reading(Instant ledgerTime, long atNanos) {}
}
