package io.landfall.ledger;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import io.landfall.state.Attribute;
import io.landfall.state.Task;

/**
 * How long tasks may be in a state that is not final before they are due for a look.
 *
 * @param usual for task types that are not named, and tasks without one
 * @param byType by task type
 */
public record MinAges(Duration usual, Map<String, Duration> byType) {
    public MinAges {
        byType = Map.copyOf(byType);
        check("landfall.inspection.min-age", usual);
        byType.forEach((type, age) -> check("landfall.inspection.types." + type + ".min-age", age));
    }

    /** The same for all tasks. */
    public static MinAges of(Duration usual) {
        return new MinAges(usual, Map.of());
    }

    private static void check(String key, Duration age) {
        if (age.isNegative() || age.compareTo(Duration.ofDays(3_650)) > 0) {
            throw new IllegalArgumentException(key + ": " + age + " is not between 0 and 3650 days");
        }
    }

    /** {@code taskType} null: the task has none. */
    public Duration of(@Nullable String taskType) {
        return taskType == null ? usual : byType.getOrDefault(taskType, usual);
    }

    /** When it is due by its age alone; null: it is final or deleted, and nobody needs to look. */
    @Nullable
    Instant dueAt(Task task) {
        return task.isDeleted() || task.state().isFinal()
                ? null
                : task.stateSince().plus(of(task.attribute(Attribute.TASK_TYPE)));
    }

    /** The same text for the same ages. */
    @Override
    public String toString() {
        return usual + " " + new TreeMap<>(byType);
    }
}
