package io.landfall.view;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.landfall.failure.IndexBlock;

/** What the view made of one document write; judged item by item. */
public sealed interface WriteOutcome {
    /**
     * The view acknowledged this version.
     *
     * @param incomplete fields left out because their mapping refused them; none: the whole document landed.
     *     When set, {@code refusal} says why, and the failure stays open
     */
    record Landed(List<String> incomplete, @Nullable Failed refusal) implements WriteOutcome {}

    /** A newer version is there, and the ledger knows of it. */
    record Superseded() implements WriteOutcome {}

    /** The document is newer than the ledger: {@code documentVersion} must be passed before it can land. */
    record Ahead(long documentVersion) implements WriteOutcome {}

    /** Its index takes no writes, and the task stays un-landed under the one failure of that index. */
    record Blocked(IndexBlock block) implements WriteOutcome {}

    /**
     * It did not land.
     *
     * @param permanent false: trying again later may help
     * @param cause a short fixed word, the class of the failure, such as {@code mapping}, {@code throttled},
     *     {@code foreign}, {@code too-large}
     * @param reason the whole chain of causes as the view told it, bounded
     * @param field the refused field, when the answer names it
     * @param httpStatus of the item, or of the request; 0: no answer
     */
    record Failed(boolean permanent, String cause, String reason, @Nullable String field, int httpStatus)
            implements WriteOutcome {}
}
