package io.landfall.view;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * How many bytes of documents one bulk may carry; a view that finds a bulk too large lowers it for all that come later. It
 * rises again slowly, and for a while not to what was refused.
 */
final class ByteCeiling {
    /** Below this a refusal is about a single document, not about the bulk. */
    static final long LEAST = 64 * 1024;

    /** Bulks that must have been taken before it rises by a tenth. */
    static final int GOOD = 50;

    /** A refused size is not tried again for so long. */
    static final Duration REMEMBERED = Duration.ofMinutes(10);

    private final long most;
    private final Clock clock;
    private long bytes;
    private long refused = Long.MAX_VALUE;
    private Instant refusedAt = Instant.EPOCH;
    private int good;

    ByteCeiling(long most, Clock clock) {
        this.most = most;
        this.clock = clock;
        this.bytes = most;
    }

    synchronized long bytes() {
        return bytes;
    }

    /** A bulk of that many bytes was too large. */
    synchronized void tooLarge(long size) {
        refused = Math.min(lastRefused(), size);
        refusedAt = clock.instant();
        good = 0;
        bytes = Math.min(bytes, Math.max(size / 2, LEAST));
    }

    /** A bulk was not too large. */
    synchronized void took() {
        if (bytes < most && ++good == GOOD) {
            good = 0;
            long more = Math.min(most, bytes + bytes / 10);
            bytes = Math.max(bytes, Math.min(more, lastRefused() - 1));
        }
    }

    private long lastRefused() {
        return clock.instant().isBefore(refusedAt.plus(REMEMBERED)) ? refused : Long.MAX_VALUE;
    }
}
