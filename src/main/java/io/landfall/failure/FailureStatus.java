package io.landfall.failure;

/** Where a failure stands. The first four are open: somebody or something still has to do with it. */
public enum FailureStatus {
    /** Compensation tries it when it is due. */
    PENDING,
    /** A compensation run holds it. */
    CLAIMED,
    /** Tried as often, or for as long, as it may be. */
    EXHAUSTED,
    /** The view refuses this document as it is; the same would be refused again. */
    PERMANENT,
    /** The version that failed has landed. */
    RESOLVED,
    /** A newer version has landed. */
    SUPERSEDED,
    /** A person gave it up, with a reason. */
    ABANDONED;

    public boolean isOpen() {
        return switch (this) {
            case PENDING, CLAIMED, EXHAUSTED, PERMANENT -> true;
            case RESOLVED, SUPERSEDED, ABANDONED -> false;
        };
    }
}
