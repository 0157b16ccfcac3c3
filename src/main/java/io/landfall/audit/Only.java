package io.landfall.audit;

import java.util.List;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

/**
 * Which tasks an audit looks at. Whoever looks at some tasks only looks neither for documents without a task nor at the books.
 *
 * @param taskIds in their order, none twice; empty: any
 * @param index null: any
 * @param taskType null: any
 */
public record Only(List<String> taskIds, @Nullable String index, @Nullable String taskType) {
    /** All of them. */
    public static final Only ALL = new Only(List.of(), null, null);

    public Only {
        taskIds = List.copyOf(new TreeSet<>(taskIds));
        if (!taskIds.isEmpty() && (index != null || taskType != null)) {
            throw new IllegalArgumentException("task ids say it all: no index or task type beside them");
        }
    }

    boolean isAll() {
        return equals(ALL);
    }
}
