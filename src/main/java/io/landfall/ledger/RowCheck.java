package io.landfall.ledger;

import org.jspecify.annotations.Nullable;

import io.landfall.state.Task;

/**
 * A task's row held against its log.
 *
 * @param row null: there is none, or it can't be read
 */
public record RowCheck(String taskId, @Nullable Task row, Verdict verdict) {
    /** How the two go together. */
    public sealed interface Verdict {}

    /** The row is what the log makes of it. */
    public record Agrees() implements Verdict {}

    /** Both can be read and say different things; {@code what}: one line without payloads. */
    public record Differs(String what) implements Verdict {}

    /** The log does not say what the task is, so the row can't be judged. */
    public record NotFoldable(String reason) implements Verdict {}

    /** The log has applied events, and there is no row. */
    public record Missing() implements Verdict {}

    /** The row's marks and content don't go together. */
    public record Unreadable(String why) implements Verdict {}

    /** Neither a row nor an applied event. */
    public record Unknown() implements Verdict {}
}
