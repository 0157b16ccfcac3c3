package io.landfall.compensation;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * How compensation stands, for all nodes.
 *
 * @param settings that hold now
 * @param configured that hold when nobody changed them while running
 * @param tunedAt when somebody last did
 * @param lookedAt when a schedule looked last, on whatever node; null: never
 * @param running null: no run is under way
 * @param last the last run that ended, dry runs left out
 */
public record Status(
        boolean paused,
        @Nullable String pausedBy,
        @Nullable Instant pausedAt,
        Settings settings,
        Settings configured,
        @Nullable String tunedBy,
        @Nullable Instant tunedAt,
        @Nullable Instant lookedAt,
        @Nullable RunReport running,
        @Nullable RunReport last) {}
