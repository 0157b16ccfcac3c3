package io.landfall.rebuild;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.landfall.rebuild.RebuildEnds.Why;

/** Waits while the lease is kept; ends the wait, and the rebuild, when it is to be stopped or the node shuts down. */
final class Waiting {
    private static final Duration RENEW = Duration.ofMillis(500);

    private final Lease lease;
    private final CountDownLatch closing;

    Waiting(Lease lease, CountDownLatch closing) {
        this.lease = lease;
        this.closing = closing;
    }

    /**
     * Waits.
     *
     * @param note what for; null: for nothing that somebody must know of
     */
    void pause(Duration wanted, @Nullable String note) {
        long until = System.nanoTime() + wanted.toNanos();
        for (long left = wanted.toNanos(); left > 0; left = until - System.nanoTime()) {
            await(Math.min(left, RENEW.toNanos()));
            if (left >= RENEW.toNanos()) {
                lease.renew(note);
            }
        }
    }

    /** Waits without renewing anything. */
    void rest(Duration wanted) {
        await(wanted.toNanos());
    }

    private void await(long nanos) {
        try {
            if (closing.await(nanos, TimeUnit.NANOSECONDS)) {
                throw new RebuildEnds(Why.CLOSING);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RebuildEnds(Why.CLOSING);
        }
    }
}
