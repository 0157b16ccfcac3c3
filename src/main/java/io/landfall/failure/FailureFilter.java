package io.landfall.failure;

import java.util.Arrays;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.landfall.ledger.FilterForm;

/** Which failures an action is for; null: whatever it is. */
record FailureFilter(
        @Nullable String taskId, @Nullable FailureStatus status, @Nullable String cause, @Nullable String index) {

    /** A status from which the move is not legal is refused. */
    static FailureFilter read(FilterForm form, Moves.Move move) {
        List<String> statuses = Arrays.stream(Moves.from(move)).map(Enum::name).toList();
        String status = form.oneOf("status", statuses);
        return new FailureFilter(
                form.text("taskId"),
                status == null ? null : FailureStatus.valueOf(status),
                form.text("cause"),
                form.text("index"));
    }

    boolean isEmpty() {
        return taskId == null && status == null && cause == null && index == null;
    }
}
