package io.landfall.audit;

import java.time.Instant;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * An audit as it stands.
 *
 * @param status {@code RUNNING}, {@code DONE}, {@code STOPPED} or {@code FAILED}
 * @param phase {@code TASKS}, {@code ORPHANS} or {@code BOOKS}
 * @param startedBy an operator's name, or {@code schedule}
 * @param only the tasks that it looks at
 * @param node that works on it, or did so last
 * @param cursor every task with an id up to this one has been looked at
 * @param tasks looked at so far
 * @param notFoldable tasks whose log does not say what they are, so that their rows could not be judged
 * @param suspects tasks that will be looked at again
 * @param note what it waits for, or why it failed
 * @param kinds findings by kind; more may have been found than are kept
 */
public record AuditState(
        long id,
        String status,
        String phase,
        String startedBy,
        boolean repair,
        boolean orphans,
        Only only,
        Instant startedAt,
        @Nullable Instant endedAt,
        @Nullable String node,
        String cursor,
        long tasks,
        long notFoldable,
        long suspects,
        long found,
        long repaired,
        @Nullable String note,
        Map<String, Count> kinds) {

    /** How many of a kind were found, and how many of them repaired. */
    public record Count(long found, long repaired) {}
}
