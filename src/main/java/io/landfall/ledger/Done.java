package io.landfall.ledger;

import java.util.List;

/**
 * What an operator's action did.
 *
 * @param number rows it changed; of a dry run: would change
 * @param more whether the limit left some out
 * @param first the ids of the first of those rows, five at most
 */
public record Done(String action, boolean dryRun, int number, boolean more, List<Long> first) {
    private static final int FIRST = 5;

    /** An action on one. */
    public static Done one(String action, long id) {
        return new Done(action, false, 1, false, List.of(id));
    }

    /** An action on these. */
    public static Done many(String action, boolean dryRun, List<Long> ids, boolean more) {
        return new Done(action, dryRun, ids.size(), more, List.copyOf(ids.subList(0, Math.min(FIRST, ids.size()))));
    }
}
