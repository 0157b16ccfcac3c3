package io.landfall.state;

/** What became of one event. Its simple name is the word for it in the books, the log and the metrics. */
public sealed interface Outcome {
    /** The task changed; {@code task} is what it is now. */
    record Applied(Task task, boolean dispatch) implements Outcome {}

    /** Nothing to do: the state table has no move for it, and none of its fields won. */
    record NoEffect() implements Outcome {}

    /** The same event, byte for byte, is in the log already. */
    record AlreadyApplied() implements Outcome {}

    /** It speaks of an attempt that is over, or of a deleted task. */
    record Stale() implements Outcome {}

    /** It can never be applied as it is; {@code reason} is a short fixed word, such as {@code attempt-cap}. */
    record Illegal(String reason) implements Outcome {}
}
