package io.landfall.compensation;

import java.util.Map;

/**
 * A failure that a run holds.
 *
 * @param version of the task that did not land
 * @param number of the attempt, begun with the claim
 * @param tries this one included, since an operator last gave it a new allowance
 */
public record Claim(long failureId, String taskId, String index, long version, int number, int tries) {
    /** From a row that {@code sql/claim-failures.sql} answers. */
    static Claim of(Map<?, ?> row) {
        return new Claim(
                number(row, "id").longValue(),
                String.valueOf(row.get("task_id")),
                String.valueOf(row.get("index_name")),
                number(row, "version").longValue(),
                number(row, "attempts").intValue(),
                number(row, "retry_count").intValue() - number(row, "cap_from").intValue());
    }

    private static Number number(Map<?, ?> row, String column) {
        if (row.get(column) instanceof Number number) {
            return number;
        }
        throw new IllegalStateException("a claim without " + column);
    }
}
