package io.landfall.inspection;

import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * How the search for silent tasks stands, for all nodes.
 *
 * @param settings that hold now
 * @param configured that hold when nobody changed them while running
 * @param tunedAt when somebody last did
 * @param lookedAt when a schedule asked last whether to inspect, on whatever node
 * @param nextAt when the next inspection is due
 * @param pace from one inspection to the next, for now
 * @param running null: no inspection is under way
 * @param last the last one that ended, dry runs left out
 */
public record Status(
        boolean paused,
        @Nullable String pausedBy,
        @Nullable Instant pausedAt,
        Settings settings,
        Settings configured,
        @Nullable String tunedBy,
        @Nullable Instant tunedAt,
        Instant lookedAt,
        Instant nextAt,
        Duration pace,
        @Nullable RunReport running,
        @Nullable RunReport last) {}
