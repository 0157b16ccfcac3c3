package io.landfall.compensation;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

import io.landfall.alarm.OneLine;

/** Numbers that an operator changed, for all nodes and across restarts; null: the configured one holds. */
record Changes(
        @Nullable Integer batchSize, @Nullable Integer maxAttempts, @Nullable Integer rate, @Nullable Duration window) {
    static final Changes NONE = new Changes(null, null, null, null);
    private static final Set<String> NAMES = Set.of("batchSize", "maxAttempts", "rate", "window");

    Settings over(Settings configured) {
        return new Settings(
                Objects.requireNonNullElse(batchSize, configured.batchSize()),
                Objects.requireNonNullElse(maxAttempts, configured.maxAttempts()),
                Objects.requireNonNullElse(rate, configured.rate()),
                Objects.requireNonNullElse(window, configured.window()));
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
                        + " that can be changed while running; there are batchSize, maxAttempts, rate and window.");
            }
        }
        return new Changes(
                asked.containsKey("batchSize") ? number("batchSize", asked.get("batchSize")) : batchSize,
                asked.containsKey("maxAttempts") ? number("maxAttempts", asked.get("maxAttempts")) : maxAttempts,
                asked.containsKey("rate") ? number("rate", asked.get("rate")) : rate,
                asked.containsKey("window") ? duration(asked.get("window")) : window);
    }

    private static @Nullable Integer number(String name, @Nullable Object value) {
        if (value == null) {
            return null;
        }
        try {
            return Integer.valueOf(String.valueOf(value));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a whole number.", e);
        }
    }

    private static @Nullable Duration duration(@Nullable Object value) {
        if (value == null) {
            return null;
        }
        try {
            return DurationStyle.detectAndParse(String.valueOf(value));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("window must be a duration such as 24h or PT24H.", e);
        }
    }
}
