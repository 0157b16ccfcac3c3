package io.landfall.inspection;

import java.time.Duration;

import io.landfall.state.EventType;

/** What becomes of a suspect after a look. */
sealed interface Sentence {
    /**
     * Its state stays; it is looked at again.
     *
     * @param confirms whether the next look may decide
     */
    record Again(Suspicion suspicion, Duration in, boolean confirms) implements Sentence {}

    /**
     * Two looks said the same: an event mends it.
     *
     * @param type COMPLETED, FAILED or RETRY
     * @param verdict the last one; Absent for a task that nobody knows of
     * @param reason one line, for people
     */
    record Repair(EventType type, Verdict verdict, String reason) implements Sentence {}
}
