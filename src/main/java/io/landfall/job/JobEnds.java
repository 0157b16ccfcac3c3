package io.landfall.job;

/** Thrown through a job that must not go on. */
public final class JobEnds extends RuntimeException {
    /** Why. */
    public enum Why {
        /** A person wants it to end. */
        STOPPED,
        /** Another node goes on with it. */
        LOST,
        /** This node is being shut down; another one, or its next start, goes on. */
        CLOSING
    }

    private final Why why;

    public JobEnds(Why why) {
        super("the job ends here: " + why);
        this.why = why;
    }

    public Why why() {
        return why;
    }

    /** A row that is still ours was changed; else another node goes on with the job. */
    public static void unlessMine(int rows) {
        if (rows == 0) {
            throw new JobEnds(Why.LOST);
        }
    }
}
