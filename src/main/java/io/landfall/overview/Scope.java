package io.landfall.overview;

import java.time.Instant;
import java.util.Arrays;
import java.util.Objects;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

/**
 * What an overview is of.
 *
 * @param from the beginning
 * @param to the end, not included
 * @param taskType null: all
 * @param model null: all
 */
public record Scope(Instant from, Instant to, @Nullable String taskType, @Nullable String model) {
    /** Whether it is of all tasks. */
    public boolean isOfAll() {
        return taskType == null && model == null;
    }

    /** A condition on the columns {@code task_type} and {@code model}, with the parameters of {@link #group}. */
    static final String OF_GROUP = "(?::text is null or task_type = ?) and (?::text is null or model = ?)";

    @Nullable
    Object[] group() {
        return new @Nullable Object[] {taskType, taskType, model, model};
    }

    /** The same condition for what an index is to find: it names only what is asked for, with the parameters of {@link #asked}. */
    String isAsked() {
        return (taskType == null ? "true" : "task_type = ?") + " and " + (model == null ? "true" : "model = ?");
    }

    Object[] asked() {
        return Stream.of(taskType, model).filter(Objects::nonNull).toArray();
    }

    static @Nullable Object[] both(@Nullable Object[] first, @Nullable Object[] then, @Nullable Object... last) {
        return Stream.of(first, then, last).flatMap(Arrays::stream).toArray();
    }
}
