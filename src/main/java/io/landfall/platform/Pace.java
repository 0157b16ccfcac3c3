package io.landfall.platform;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;

/** When the next request may go: so many a second, evenly, and none before the platform wants one again. */
final class Pace {
    private final LongSupplier nanos;
    private final long interval;
    private long next;

    /** {@code nanos} as of {@link System#nanoTime}. */
    Pace(int perSecond, LongSupplier nanos) {
        this.nanos = nanos;
        this.interval = 1_000_000_000L / perSecond;
        this.next = nanos.getAsLong();
    }

    /** Takes the next turn and waits for it; false, and nothing taken: it would come after {@code deadline}. */
    boolean await(long deadline) {
        long turn;
        synchronized (this) {
            turn = later(next, nanos.getAsLong());
            if (turn - deadline > 0) {
                return false;
            }
            next = turn + interval;
        }
        for (long now = nanos.getAsLong(); turn - now > 0; now = nanos.getAsLong()) {
            if (Thread.currentThread().isInterrupted()) {
                return false;
            }
            LockSupport.parkNanos(this, turn - now);
        }
        return true;
    }

    /** Nobody's turn comes for so long. */
    synchronized void rest(Duration pause) {
        next = later(next, nanos.getAsLong() + pause.toNanos());
    }

    private static long later(long a, long b) {
        return a - b > 0 ? a : b;
    }
}
