package io.landfall.compensation;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.landfall.alarm.OneLine;
import io.landfall.ledger.AskedSetting;

/** Numbers that an operator changed, for all nodes and across restarts; null: the configured one holds. */
record Changes(
        @Nullable Integer batchSize, @Nullable Integer maxAttempts, @Nullable Integer rate, @Nullable Duration window) {
    static final Changes NONE = new Changes(null, null, null, null);
    private static final String THERE = "batchSize, maxAttempts, rate and window.";
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
                asked.containsKey("batchSize") ? AskedSetting.number("batchSize", asked.get("batchSize")) : batchSize,
                asked.containsKey("maxAttempts")
                        ? AskedSetting.number("maxAttempts", asked.get("maxAttempts"))
                        : maxAttempts,
                asked.containsKey("rate") ? AskedSetting.number("rate", asked.get("rate")) : rate,
                asked.containsKey("window")
                        ? AskedSetting.duration("window", asked.get("window"), "24h or PT24H")
                        : window);
    }
}
