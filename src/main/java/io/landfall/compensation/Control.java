package io.landfall.compensation;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * What operators decided, as the ledger keeps it for all nodes.
 *
 * @param pausedAt null: not paused
 * @param resumedForMillis how long ago compensation was resumed, by the ledger's clock; null: it never was paused
 * @param lookedAt when a schedule looked last, on whatever node; null: never
 */
record Control(
        @Nullable Instant pausedAt,
        @Nullable String pausedBy,
        @Nullable Long resumedForMillis,
        Changes changes,
        @Nullable Instant tunedAt,
        @Nullable String tunedBy,
        @Nullable Instant lookedAt) {
    boolean isPaused() {
        return pausedAt != null;
    }

    boolean hasResumedWithin(Duration window) {
        return resumedForMillis != null && resumedForMillis < window.toMillis();
    }
}
