package io.landfall.inspection;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.landfall.state.TaskState;

/**
 * A task that should be final and is not, as the ledger tells it; what a verifier is asked about. All times are the ledger's
 * clock.
 *
 * @param attempt the current one: the verdict is wanted for it
 * @param state never final
 * @param callId of the last event that named one: it may be an earlier attempt's
 * @param createdAt of the task's first event
 * @param stateSince when its state or attempt last changed
 */
public record Suspect(
        String taskId,
        int attempt,
        TaskState state,
        @Nullable String taskType,
        @Nullable String model,
        @Nullable String platform,
        @Nullable String callId,
        Instant createdAt,
        Instant stateSince) {}
