package io.landfall.ledger;

import java.time.Instant;
import java.util.List;
import java.util.function.Function;
import java.util.function.ToLongFunction;

import org.jspecify.annotations.Nullable;

import io.landfall.state.Task;

/** Tasks turned into arrays, one a column, for statements that take many rows at once. */
public final class Columns {
    private final List<Task> tasks;

    Columns(List<Task> tasks) {
        this.tasks = tasks;
    }

    Object ids() {
        return texts(Task::id);
    }

    Object states() {
        return texts(task -> task.state().name());
    }

    Object attempts() {
        return tasks.stream().mapToInt(Task::attempt).toArray();
    }

    Object texts(Function<Task, @Nullable String> column) {
        return tasks.stream().map(column).toArray(String[]::new);
    }

    Object longs(ToLongFunction<Task> column) {
        return tasks.stream().mapToLong(column).toArray();
    }

    Object bytes(Function<Task, byte @Nullable []> column) {
        return tasks.stream().map(column).toArray(byte[][]::new);
    }

    Object times(Function<Task, @Nullable Instant> column) {
        return tasks.stream().map(column).map(Columns::micros).toArray(Long[]::new);
    }

    /** Microseconds since 1970; null: no time. */
    public static @Nullable Long micros(@Nullable Instant instant) {
        // ChronoUnit.MICROS counts nanoseconds first, which ends in the year 2262
        return instant == null ? null : instant.getEpochSecond() * 1_000_000 + instant.getNano() / 1_000;
    }
}
