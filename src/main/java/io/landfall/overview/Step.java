package io.landfall.overview;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;

/** How closely the past is kept: the shorter ago, the closer. */
enum Step {
    TEN_SECONDS(Duration.ofSeconds(10), Duration.ofHours(2)),
    MINUTE(Duration.ofMinutes(1), Duration.ofHours(12)),
    TEN_MINUTES(Duration.ofMinutes(10), Duration.ofDays(3)),
    HOUR(Duration.ofHours(1), Duration.ofDays(7));

    /** Points in one answer, about. */
    private static final int POINTS = 370;

    private final Duration length;
    private final Duration kept;

    Step(Duration length, Duration kept) {
        this.length = length;
        this.kept = kept;
    }

    Duration length() {
        return length;
    }

    int seconds() {
        return (int) length.toSeconds();
    }

    Duration kept() {
        return kept;
    }

    /** The closest that goes back to {@code from} and is not too much at once. */
    static Step of(Instant from, Instant to, Instant now) {
        return Arrays.stream(values())
                .filter(step -> !from.isBefore(now.minus(step.kept)))
                .filter(step -> Duration.between(from, to).compareTo(step.length.multipliedBy(POINTS)) <= 0)
                .findFirst()
                .orElse(HOUR);
    }

    /** The beginning of the step that holds a moment. */
    Instant floor(Instant at) {
        return Instant.ofEpochSecond(Math.floorDiv(at.getEpochSecond(), seconds()) * seconds());
    }
}
