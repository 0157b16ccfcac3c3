package io.landfall.ledger;

/** Where a dead letter stands. */
public enum DeadLetterStatus {
    /** Nobody has sent it again, or it failed again. */
    OPEN,
    /** Sent again, and waiting for what becomes of it. */
    REPLAYED,
    /** A replay was applied. */
    RESOLVED,
    /** Given up by a person. */
    ABANDONED
}
