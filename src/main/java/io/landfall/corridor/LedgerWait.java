package io.landfall.corridor;

import java.util.function.Supplier;

import org.springframework.stereotype.Component;

import io.landfall.alarm.Availability;
import io.landfall.ledger.LedgerAway;

/** Waits for a ledger that is away, probing with backoff, as long as the batch's patience lasts. */
@Component
final class LedgerWait {
    private final Availability availability;

    LedgerWait(Availability availability) {
        this.availability = availability;
    }

    /**
     * Does {@code work} when the ledger can.
     *
     * @throws LedgerAway it could not within the patience, or the route is stopping
     */
    <T> T until(Patience patience, Supplier<T> work) {
        for (int tries = 1; ; tries++) {
            try {
                T result = work.get();
                availability.back(io.landfall.alarm.Component.LEDGER);
                return result;
            } catch (LedgerAway away) {
                availability.away(io.landfall.alarm.Component.LEDGER, String.valueOf(away.getMessage()));
                if (!patience.pauseAfter(tries)) {
                    throw away;
                }
            }
        }
    }
}
