package io.landfall.simulator;

/** What goes wrong on purpose. */
public enum Fault {
    /** The event that ends the task is never sent; only the call log knows. Share of tasks. */
    LOST_FINAL,
    /** The event that ends the task comes 30 to 90 s late. Share of tasks. */
    LATE_FINAL,
    /** The event is sent twice, byte for byte. Share of events. */
    DUPLICATED,
    /** The event changes places with the next one of its task. Share of events. */
    REORDERED,
    /** {@code durationSeconds} is a word, which a mapping as a number refuses. Share of tasks. */
    WRONG_TYPE,
    /** A torn copy of the event goes ahead of it. Share of events. */
    MALFORMED,
    /** The first attempt fails, the second one ends well. Share of tasks. */
    RETRIED,
    /** The only attempt fails, for good. Share of tasks. */
    FAILED,
    /** The dispatch is lost: submitted, and nobody runs it. Share of tasks. */
    LOST_START,
    /** The only attempt fails, for good, and only the call log knows. Share of tasks. */
    FAILED_SILENTLY,
    /** The call takes minutes, and ends well. Share of tasks. */
    RUNNING_LONG,
    /** The call log is told 25 s late. Share of tasks. */
    LATE_CALL
}
