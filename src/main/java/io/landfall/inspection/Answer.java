package io.landfall.inspection;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/** What became of the wish to run now. */
public sealed interface Answer {
    /** It runs. */
    record Started(RunReport run) implements Answer {}

    /** Not started: this one is under way. */
    record Busy(RunReport run) implements Answer {}

    /** Not started: inspections are paused. */
    record Paused(@Nullable String by, Instant at) implements Answer {}
}
