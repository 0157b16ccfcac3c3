package io.landfall.ledger;

import org.jspecify.annotations.Nullable;

/**
 * How far an action on many may go.
 *
 * @param all without a filter, all is meant
 * @param limit rows it may change; more are left for the next call
 * @param expected change nothing unless it is exactly that many; null: however many
 * @param dryRun only count
 */
public record Bounds(boolean all, int limit, @Nullable Integer expected, boolean dryRun) {
    /** One transaction must end in time. */
    public static final int MOST = 10_000;

    public static Bounds read(FilterForm form) {
        Integer limit = form.number("limit", 1, MOST);
        return new Bounds(
                form.flag("all"),
                limit == null ? MOST : limit,
                form.number("expected", 0, Integer.MAX_VALUE),
                form.flag("dryRun"));
    }

    /** Everything must be meant, not forgotten. */
    public void checkFilter(boolean isEmpty) {
        if (isEmpty && !all) {
            throw new BadFilter("An empty filter means everything; say {\"all\": true} if you do.");
        }
        if (!isEmpty && all) {
            throw new BadFilter("all and a filter contradict each other.");
        }
    }

    /** Whether the number found is the one that was expected; when not, nothing may be changed. */
    public void checkNumber(int found) {
        if (expected != null && expected != found) {
            throw new NotAsExpected("Expected " + expected + ", but there are "
                    + (found > limit ? "more than " + limit : found) + "; nothing was changed.");
        }
    }
}
