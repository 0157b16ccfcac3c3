package io.landfall.ledger;

/**
 * What an operator's action did.
 *
 * @param number rows it changed; of a dry run: would change
 * @param more whether the limit left some out
 */
public record Done(String action, boolean dryRun, int number, boolean more) {
    /** An action on one. */
    public static Done one(String action) {
        return new Done(action, false, 1, false);
    }
}
