package io.landfall.inspection;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * What holds for one task type; null: what holds for all.
 *
 * @param minAge in a non-final state, before an inspection looks
 * @param deadline in its state, before a task that nobody knows of is run again
 * @param maxAttempts runs it may have before it is failed instead, never more than the ledger allows
 */
public record TypeRules(@Nullable Duration minAge, @Nullable Duration deadline, @Nullable Integer maxAttempts) {
    public TypeRules {
        if (deadline != null && deadline.isNegative()) {
            throw new IllegalArgumentException("landfall.inspection.types.*.deadline: " + deadline + " is negative");
        }
        if (maxAttempts != null && maxAttempts < 1) {
            throw new IllegalArgumentException(
                    "landfall.inspection.types.*.max-attempts: " + maxAttempts + " is not at least 1");
        }
    }
}
