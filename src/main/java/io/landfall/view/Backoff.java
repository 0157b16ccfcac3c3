package io.landfall.view;

import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * How long to wait before the next try: the ceiling doubles from {@code first} to {@code most}, the wait is anything
 * below it (full jitter), so that many waiters don't come back at once.
 */
public record Backoff(Duration first, Duration most) {
    public Backoff {
        if (first.isNegative() || first.isZero() || most.compareTo(first) < 0) {
            throw new IllegalArgumentException("backoff from " + first + " to " + most);
        }
    }

    /** The longest wait after {@code failures} failed tries, from 1. */
    public Duration ceiling(int failures) {
        int doublings = Math.min(Math.max(failures, 1) - 1, 30);
        long nanos = first.toNanos();
        long ceiling = nanos > most.toNanos() >> doublings ? most.toNanos() : nanos << doublings;
        return Duration.ofNanos(ceiling);
    }

    /** The wait after {@code failures} failed tries; {@code random} gives [0, 1). */
    public Duration after(int failures, DoubleSupplier random) {
        return Duration.ofNanos((long) (ceiling(failures).toNanos() * random.getAsDouble()));
    }
}
