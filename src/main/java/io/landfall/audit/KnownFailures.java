package io.landfall.audit;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.state.Task;

/** What the failures on record say of some tasks. */
final class KnownFailures {
    private static final String OF_TASKS =
            """
            select task_id, index_name, version, status from failure
            where task_id = any (?) and status in ('PENDING', 'CLAIMED', 'EXHAUSTED', 'PERMANENT', 'ABANDONED')
            """;

    private static final String OF_INDICES =
            """
            select distinct index_name from failure
            where kind = 'index' and status in ('PENDING', 'CLAIMED', 'EXHAUSTED', 'PERMANENT')
            """;

    private final Map<String, List<Known>> ofTasks;
    private final Set<String> blockedIndices;

    /** A failure that is open, or that a person gave up. */
    record Known(String index, long version, boolean open) {}

    KnownFailures(Map<String, List<Known>> ofTasks, Set<String> blockedIndices) {
        this.ofTasks = ofTasks;
        this.blockedIndices = blockedIndices;
    }

    static KnownFailures read(JdbcTemplate jdbc, Collection<String> taskIds) {
        Map<String, List<Known>> ofTasks = new HashMap<>();
        jdbc.query(
                OF_TASKS,
                row -> {
                    ofTasks.computeIfAbsent(row.getString("task_id"), id -> new ArrayList<>())
                            .add(new Known(
                                    row.getString("index_name"),
                                    row.getLong("version"),
                                    !row.getString("status").equals("ABANDONED")));
                },
                (Object) taskIds.toArray(String[]::new));
        return new KnownFailures(ofTasks, new HashSet<>(jdbc.queryForList(OF_INDICES, String.class)));
    }

    /** Whether it is on record why the task's newest version has not landed. */
    boolean explain(Task task) {
        return blockedIndices.contains(task.index())
                || of(task).stream().anyMatch(known -> known.open || known.version >= task.version());
    }

    /** Whether it is on record why fields are left out of the task's document. */
    boolean explainGaps(Task task) {
        return !of(task).isEmpty();
    }

    /** Whether one is open of a version that has landed. */
    boolean outlived(Task task) {
        return of(task).stream().anyMatch(known -> known.open && known.version <= task.landedVersion());
    }

    private List<Known> of(Task task) {
        return ofTasks.getOrDefault(task.id(), List.of()).stream()
                .filter(known -> known.index.equals(task.index()))
                .toList();
    }
}
