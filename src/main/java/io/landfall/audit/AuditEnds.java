package io.landfall.audit;

/** Thrown through an audit that must not go on. */
final class AuditEnds extends RuntimeException {
    /** Why. */
    enum Why {
        /** A person wants it to end. */
        STOPPED,
        /** Another node goes on with it. */
        LOST,
        /** This node is being shut down; another one, or its next start, goes on. */
        CLOSING
    }

    final Why why;

    AuditEnds(Why why) {
        super("the audit ends here: " + why);
        this.why = why;
    }
}
