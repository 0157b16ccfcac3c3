package io.landfall.view;

import org.jspecify.annotations.Nullable;

/** The class of one answer of the view: of an item of a bulk, or of the request as a whole. */
sealed interface Verdict {
    /** Acknowledged. */
    record Accepted() implements Verdict {}

    /** Another version is there; {@code currentVersion}: which, when the answer says so, else -1. */
    record Conflict(long currentVersion, String reason) implements Verdict {}

    /** Trying again soon may help. */
    record Passing(WriteOutcome.Failed failure) implements Verdict {}

    /** Trying the same again can't help; {@code path} is the refused field as the view names it, with dots. */
    record Refused(WriteOutcome.Failed failure, @Nullable String path) implements Verdict {}

    /** The index takes no writes at all: read-only, over the disk's flood stage, closed, forbidden, or its alias is gone. */
    record IndexBlocked(String reason, int httpStatus) implements Verdict {}

    /** The request was too large as a whole. */
    record TooLarge(WriteOutcome.Failed failure) implements Verdict {}

    /** The request was refused as a whole: one of its items may be guilty, or the view is ill. */
    record RequestRefused(WriteOutcome.Failed failure) implements Verdict {}

    /** Nobody can be reached, or nobody who could take it; {@code throttled}: because there is too much to do. */
    record Unavailable(String reason, boolean throttled) implements Verdict {}
}
