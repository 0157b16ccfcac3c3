package io.landfall.event;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.landfall.state.Json;

/**
 * What is told of one call to a model platform, on the topic of model calls.
 *
 * @param taskId as in events
 * @param attempt of the task that it was made for, 1 to 1,000,000
 * @param callId the platform's name for it, 1 to 256 characters
 * @param last true: its end is the end of the task's attempt; false: others come after it; null: not told
 * @param completedAt when it ended, by the platform's clock; null: not told, or it has not ended
 * @param result what the platform answered, any JSON; null: nothing
 * @param error {@code code} and {@code message}, of an ERROR; null: not told
 */
public record ModelCall(
        String taskId,
        int attempt,
        String callId,
        @Nullable String platform,
        @Nullable String model,
        Outcome outcome,
        @Nullable Boolean last,
        @Nullable Instant completedAt,
        @Nullable Json result,
        @Nullable Json error) {

    /** How far it is. */
    public enum Outcome {
        RUNNING,
        OK,
        ERROR;

        /** Whether it has ended. */
        public boolean isFinal() {
            return this != RUNNING;
        }
    }

    /**
     * Whether this is more than {@code known} tells of the same call, in whatever order the two came: an end is more than
     * RUNNING, and of two ends the one that was later. When nothing tells which, the first to come stays.
     */
    public boolean outdoes(ModelCall known) {
        if (!outcome.isFinal() || !known.outcome.isFinal()) {
            return outcome.isFinal() && !known.outcome.isFinal();
        }
        return completedAt != null && (known.completedAt == null || completedAt.isAfter(known.completedAt));
    }
}
