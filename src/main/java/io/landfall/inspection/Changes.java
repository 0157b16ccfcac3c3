package io.landfall.inspection;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.landfall.alarm.OneLine;
import io.landfall.ledger.AskedSetting;

/** Numbers that an operator changed, for all nodes and across restarts; null: the configured one holds. */
record Changes(@Nullable Duration period, @Nullable Integer scanLimit, @Nullable Duration confirmAfter) {
    private static final String THERE = "confirmAfter, period and scanLimit.";
    private static final Set<String> NAMES = Set.of("period", "scanLimit", "confirmAfter");

    Settings over(Settings configured) {
        return new Settings(
                Objects.requireNonNullElse(period, configured.period()),
                Objects.requireNonNullElse(scanLimit, configured.scanLimit()),
                Objects.requireNonNullElse(confirmAfter, configured.confirmAfter()));
    }

    /**
     * These with some of them changed: a value that is null goes back to the configured one.
     *
     * @throws IllegalArgumentException an unknown name, or no number or duration; says which
     */
    Changes with(Map<String, ? extends @Nullable Object> asked) {
        if (asked.isEmpty()) {
            throw new IllegalArgumentException("Name what is to be changed: " + THERE);
        }
        for (String name : asked.keySet()) {
            if (!NAMES.contains(name)) {
                throw new IllegalArgumentException("There is no setting " + OneLine.of(name)
                        + " that can be changed while running; there are " + THERE);
            }
        }
        return new Changes(
                asked.containsKey("period")
                        ? AskedSetting.duration("period", asked.get("period"), "30s or PT30S")
                        : period,
                asked.containsKey("scanLimit") ? AskedSetting.number("scanLimit", asked.get("scanLimit")) : scanLimit,
                asked.containsKey("confirmAfter")
                        ? AskedSetting.duration("confirmAfter", asked.get("confirmAfter"), "30s or PT30S")
                        : confirmAfter);
    }
}
