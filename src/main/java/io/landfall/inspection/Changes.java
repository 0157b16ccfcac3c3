package io.landfall.inspection;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

import io.landfall.alarm.OneLine;

/** Numbers that an operator changed, for all nodes and across restarts; null: the configured one holds. */
record Changes(@Nullable Duration period, @Nullable Integer scanLimit, @Nullable Duration confirmAfter) {
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
        for (String name : asked.keySet()) {
            if (!NAMES.contains(name)) {
                throw new IllegalArgumentException("There is no setting " + OneLine.of(name)
                        + " that can be changed while running; there are confirmAfter, period and scanLimit.");
            }
        }
        return new Changes(
                asked.containsKey("period") ? duration("period", asked.get("period")) : period,
                asked.containsKey("scanLimit") ? number(asked.get("scanLimit")) : scanLimit,
                asked.containsKey("confirmAfter") ? duration("confirmAfter", asked.get("confirmAfter")) : confirmAfter);
    }

    private static @Nullable Integer number(@Nullable Object value) {
        if (value == null) {
            return null;
        }
        try {
            return Integer.valueOf(String.valueOf(value));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("scanLimit must be a whole number.", e);
        }
    }

    private static @Nullable Duration duration(String name, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        try {
            return DurationStyle.detectAndParse(String.valueOf(value));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(name + " must be a duration such as 30s or PT30S.", e);
        }
    }
}
