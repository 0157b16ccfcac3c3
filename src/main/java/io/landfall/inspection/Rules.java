package io.landfall.inspection;

import java.time.Duration;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What a judge goes by.
 *
 * @param mostAttempts runs that the ledger allows a task
 */
record Rules(
        Settings settings,
        Duration deadline,
        Map<String, TypeRules> types,
        int mostAttempts,
        Duration longestWait,
        Duration runningAlarm) {
    static Rules of(InspectionConfiguration configuration, Settings settings, int mostAttempts) {
        return new Rules(
                settings,
                configuration.deadline(),
                configuration.types(),
                mostAttempts,
                configuration.longestWait(),
                configuration.runningAlarm());
    }

    Duration deadline(@Nullable String taskType) {
        TypeRules rules = of(taskType);
        return rules == null || rules.deadline() == null ? deadline : rules.deadline();
    }

    int maxAttempts(@Nullable String taskType) {
        TypeRules rules = of(taskType);
        return rules == null || rules.maxAttempts() == null
                ? mostAttempts
                : Math.min(rules.maxAttempts(), mostAttempts);
    }

    private @Nullable TypeRules of(@Nullable String taskType) {
        return taskType == null ? null : types.get(taskType);
    }
}
