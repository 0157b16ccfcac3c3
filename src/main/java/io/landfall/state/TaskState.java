package io.landfall.state;

/** Where a task stands. A task that was deleted keeps its last state and a deletion time beside it. */
public enum TaskState {
    TO_ANALYZE,
    ANALYZING,
    ANALYZED,
    FAILED,
    TO_RETRY;

    /** Whether nothing more is expected to happen to the task by itself. */
    public boolean isFinal() {
        return this == ANALYZED || this == FAILED;
    }
}
