package io.landfall.compensation;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Spreads documents over time: so many a second, evenly. What was not used is made up for within a second only. */
final class RateBudget {
    private static final long MADE_UP = Duration.ofSeconds(1).toNanos();

    private final LongSupplier nanos;
    private long next;

    /** {@code nanos} as of {@link System#nanoTime}. */
    RateBudget(LongSupplier nanos) {
        this.nanos = nanos;
        this.next = nanos.getAsLong();
    }

    /** How long to wait before the next documents; zero: none. */
    Duration pause() {
        return Duration.ofNanos(Math.max(0, next - nanos.getAsLong()));
    }

    /** So many documents go now. */
    void take(int documents, int rate) {
        next = Math.max(next, nanos.getAsLong() - MADE_UP) + documents * 1_000_000_000L / rate;
    }
}
