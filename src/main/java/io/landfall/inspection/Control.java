package io.landfall.inspection;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * What operators decided and when to look next, as the ledger keeps it for all nodes.
 *
 * @param pausedAt null: not paused
 * @param lookedAt when a schedule asked last whether to inspect, on whatever node
 * @param nextAt when the next inspection is due
 * @param isDue whether it is, by the ledger's clock
 * @param pace null: the period
 * @param minAges by which due times were set; null: never by an inspection
 */
record Control(
        @Nullable Instant pausedAt,
        @Nullable String pausedBy,
        Changes changes,
        @Nullable Instant tunedAt,
        @Nullable String tunedBy,
        Instant lookedAt,
        Instant nextAt,
        boolean isDue,
        @Nullable Duration pace,
        int emptyLooks,
        @Nullable String minAges) {
    boolean isPaused() {
        return pausedAt != null;
    }

    Pace pace(Settings settings) {
        return new Pace(pace == null ? settings.period() : pace, emptyLooks);
    }
}
