package io.landfall.console;

import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/**
 * A part of a list.
 *
 * @param items in the order of the list; fewer than asked for, even none, when the look stopped at its bound
 * @param next to be given as {@code after} for the part that follows; null: this is the end
 */
record Page<T>(List<T> items, @Nullable String next) {
    /** The most that one request gets. */
    static final int MOST = 500;

    /** A short list, whole. */
    static <T> Page<T> whole(List<T> items) {
        return new Page<>(List.copyOf(items), null);
    }

    /**
     * @param found up to {@code limit} items
     * @param bound the key of the last row that the look went over; null: it went to the end of the list
     */
    static <T> Page<T> of(List<T> found, int limit, Function<T, Object> key, @Nullable Object bound) {
        if (found.size() >= limit) {
            return new Page<>(found, String.valueOf(key.apply(found.get(found.size() - 1))));
        }
        return new Page<>(found, bound == null ? null : String.valueOf(bound));
    }
}
