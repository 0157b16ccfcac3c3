package io.landfall.rebuild;

/** Thrown through a rebuild that must not go on. */
final class RebuildEnds extends RuntimeException {
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

    RebuildEnds(Why why) {
        super("the rebuild ends here: " + why);
        this.why = why;
    }
}
