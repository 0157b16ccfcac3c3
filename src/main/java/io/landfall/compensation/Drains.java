package io.landfall.compensation;

import java.sql.Timestamp;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.view.WriteOutcome;
import io.landfall.view.Written;

/**
 * The second source of a run: the tasks that waited while their index took no writes, page by page. An index that was blocked
 * is one open failure of kind {@code index}; it is resolved when none of its tasks is left.
 */
public final class Drains {
    private static final String BLOCKED =
            """
            select id, index_name from failure
            where kind = 'index' and status = 'PENDING' and coalesce(next_attempt_at, now()) <= now() order by id limit 1000
            """;
    private static final String LATER =
            """
            update failure set next_attempt_at = now() + interval '30 seconds' where id = ? and status = 'PENDING'
            """;
    private static final String RESOLVE =
            """
            update failure f set status = 'RESOLVED', closed_at = now(), closed_by = 'compensation'
            where f.id = ? and f.kind = 'index' and f.status = 'PENDING' and f.last_at < ?
                and not exists (select 1 from task t where t.landed_version < t.version and t.index_name = f.index_name
                    and t.updated_at < ? and not exists (
                        select 1 from failure d where d.task_id = t.task_id and d.index_name = t.index_name
                            and (d.status in ('PENDING', 'CLAIMED', 'EXHAUSTED', 'PERMANENT')
                                or (d.status = 'ABANDONED' and d.version >= t.version))))
            """;

    private final JdbcTemplate jdbc;

    Drains(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
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
        Map<String, Object> parameters = new HashMap<>();
        parameters.put("after", drain.after);
        parameters.put("index", drain.index);
        // what changed since is being written by those who changed it
        parameters.put("until", Timestamp.from(run.startedAt()));
        parameters.put("total", run.nextSlice(false).total());
        return parameters;
    }

    /** The ids of a page; an empty one ends its index. */
    public List<String> page(Run run, List<?> rows) {
        List<String> ids = rows.stream()
                .map(row -> String.valueOf(((Map<?, ?>) row).get("task_id")))
                .toList();
        run.budget.take(ids.size(), run.settings().rate());
        if (!ids.isEmpty()) {
            run.drains.element().after = ids.get(ids.size() - 1);
        } else if (!run.isEnding()) {
            Run.Drain drained = run.drains.remove();
            Timestamp begin = Timestamp.from(run.startedAt());
            jdbc.update(RESOLVE, drained.failureId, begin, begin);
        }
        return ids;
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
