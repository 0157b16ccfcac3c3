package io.landfall.ledger;

import java.util.Comparator;

import io.landfall.state.Task;

/** The one order in which rows are locked and written. */
final class TaskOrder {
    static final Comparator<Task> BY_ID = Comparator.comparing(Task::id);

    private TaskOrder() {}
}
