package io.landfall.view;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.landfall.state.Task;

/**
 * One document to be written: the task as it was read from the ledger. A deleted task is a delete.
 *
 * @param readAtNanos {@link System#nanoTime()} when the row was read; older than {@link #FRESH}: read again first
 * @param target an index that is being rebuilt and that has no alias yet; null: the task's own
 */
public record ViewWrite(Task task, long readAtNanos, @Nullable String target) {
    /** How long a row may be held before it must be read again. */
    public static final Duration FRESH = Duration.ofSeconds(30);

    /** To the task's own index. */
    public ViewWrite(Task task, long readAtNanos) {
        this(task, readAtNanos, null);
    }

    /** Where it goes. */
    public String index() {
        return target == null ? task.index() : target;
    }
}
