package io.landfall.failure;

import java.time.Instant;

/**
 * An index that takes no writes.
 *
 * @param since when this node met the first refusal
 * @param reason what the view said last, bounded, without payloads
 * @param httpStatus of the item that said so; 0: none did
 */
public record IndexBlock(String index, Instant since, String reason, int httpStatus) {
    /** The same block, refused again. */
    public IndexBlock refused(String newReason, int newStatus) {
        return new IndexBlock(index, since, newReason, newStatus);
    }

    /** In one line, for people. */
    public String line() {
        return "index " + index + " takes no writes: " + reason;
    }
}
