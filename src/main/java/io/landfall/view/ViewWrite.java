package io.landfall.view;

import java.time.Duration;

import io.landfall.state.Task;

/**
 * One document to be written: the task as it was read from the ledger. A deleted task is a delete.
 *
 * @param readAtNanos {@link System#nanoTime()} when the row was read; older than {@link #FRESH}: read again first
 */
public record ViewWrite(Task task, long readAtNanos) {
    /** How long a row may be held before it must be read again. */
    public static final Duration FRESH = Duration.ofSeconds(30);
}
