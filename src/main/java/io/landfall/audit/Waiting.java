package io.landfall.audit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.landfall.audit.AuditEnds.Why;

/** Waits while the lease is kept; ends the wait, and the audit, when it is to be stopped or the node shuts down. */
final class Waiting {
    private static final Duration RENEW = Duration.ofMillis(500);

    private final Lease lease;
    private final CountDownLatch closing;

    Waiting(Lease lease, CountDownLatch closing) {
        this.lease = lease;
        this.closing = closing;
    }

    void pause(Duration wanted) {
        pause(wanted, null);
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
                throw new AuditEnds(Why.CLOSING);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AuditEnds(Why.CLOSING);
        }
    }
}
