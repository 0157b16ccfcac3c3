package io.landfall.audit;

import io.landfall.state.Task;

/** The way into the view, as every landing goes: write, note what landed, put on record what did not. */
public interface ViewWrites {
    /**
     * Writes a task's document.
     *
     * @return whether this version landed; false: a newer one is there, or a failure says why not
     */
    boolean write(Task task);
}
