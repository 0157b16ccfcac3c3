package io.landfall.rebuild;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

import io.landfall.rebuild.TaskPages.Row;

/**
 * Tasks held against the versions of their documents.
 *
 * @param stale those whose document is not there, or older; deleted ones whose document is there
 * @param same the others that have a document, with its version
 */
record Comparison(List<Version> stale, List<Version> same, Set<String> staleIds) {
    /** A version of a task. */
    record Version(String taskId, long version) {}

    /**
     * Of rows and documents.
     *
     * @param seen the document's version, one a row; -1: none
     */
    static Comparison of(List<Row> rows, long[] seen) {
        List<Version> stale = new ArrayList<>();
        List<Version> same = new ArrayList<>();
        Set<String> ids = new HashSet<>();
        for (int i = 0; i < seen.length; i++) {
            Row row = rows.get(i);
            if (row.deleted() ? seen[i] >= 0 : seen[i] < row.version()) {
                stale.add(new Version(row.taskId(), row.version()));
                ids.add(row.taskId());
            } else if (seen[i] >= 0) {
                same.add(new Version(row.taskId(), seen[i]));
            }
        }
        return new Comparison(stale, same, ids);
    }

    boolean isStale(Row row) {
        return staleIds.contains(row.taskId());
    }
}
