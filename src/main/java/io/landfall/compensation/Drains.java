package io.landfall.compensation;

import java.sql.Timestamp;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.failure.IndexFailures;
import io.landfall.view.WriteOutcome;
import io.landfall.view.Written;

/**
 * The second source of a run: the tasks that waited while their index took no writes, page by page. An index that was blocked
 * is one open failure of kind {@code index}; it is resolved when none of its tasks is left.
 */
public final class Drains {
    static final String BLOCKED =
            """
            select id, index_name from failure
            where kind = 'index' and status = 'PENDING' and coalesce(next_attempt_at, now()) <= now() order by id limit 1000
            """;
    private static final String LATER =
            """
            update failure set next_attempt_at = now() + interval '30 seconds' where id = ? and status = 'PENDING'
            """;
    /** Not one that was blocked again since the run began: the tasks of after that were not looked at. */
    private final JdbcTemplate jdbc;

    private final IndexFailures failures;

    Drains(JdbcTemplate jdbc, IndexFailures failures) {
        this.jdbc = jdbc;
        this.failures = failures;
    }

    /** The indices to be drained are looked for once, when the first page is asked for. */
    public void find(Run run) {
        if (run.hasLookedForDrains) {
            return;
        }
        run.hasLookedForDrains = true;
        jdbc.query(BLOCKED, row -> {
            String index = row.getString("index_name");
            if (!run.skipped.contains(index)) {
                run.drains.add(new Run.Drain(row.getLong("id"), index));
            }
        });
    }

    /** Whether an index is left to be drained. */
    public boolean isAnyLeft(Run run) {
        return !run.isEnding() && !run.drains.isEmpty();
    }

    /** The next page of the first index, as parameters of {@code sql/unlanded-tasks.sql}; none when the run is ending. */
    public Map<String, Object> next(Run run) {
        Run.Drain drain = run.drains.element();
        drain.asked = run.nextSlice(false).total();
        Map<String, Object> parameters = new HashMap<>();
        parameters.put("after", drain.after);
        parameters.put("index", drain.index);
        // what changed since is being written by those who changed it
        parameters.put("until", Timestamp.from(run.startedAt()));
        parameters.put("total", drain.asked);
        return parameters;
    }

    /** The ids of a page; the one after the last ends its index. */
    public List<String> page(Run run, List<?> rows) {
        if (run.isEnding()) {
            return List.of();
        }
        List<String> waiting = new ArrayList<>(rows.size());
        String lookedAt = null;
        for (Object each : rows) {
            Map<?, ?> row = (Map<?, ?>) each;
            String id = String.valueOf(row.get("task_id"));
            if (Boolean.TRUE.equals(row.get("waits"))) {
                waiting.add(id);
            } else {
                lookedAt = id;
            }
        }
        if (lookedAt == null) {
            failures.resolve(run.drains.remove().index);
            return List.of();
        }
        Run.Drain drain = run.drains.element();
        // a full page may have left some behind it
        drain.after = waiting.size() < drain.asked ? lookedAt : waiting.get(waiting.size() - 1);
        run.budget.take(waiting.size(), run.settings().rate());
        return waiting;
    }

    /** Counts a page that was written; an index that still takes no writes is left for a later run. */
    public void count(Run run, List<Written> written) {
        boolean blocked = false;
        for (Written one : written) {
            WriteOutcome outcome = one.outcome();
            if (outcome instanceof WriteOutcome.Landed || outcome instanceof WriteOutcome.Superseded) {
                run.tally.drained++;
                run.guard.tried(false);
            } else if (outcome instanceof WriteOutcome.Failed || outcome instanceof WriteOutcome.Ahead) {
                run.guard.tried(true);
            } else {
                blocked = true;
            }
        }
        if (blocked) {
            jdbc.update(LATER, run.drains.remove().failureId);
        }
    }
}
