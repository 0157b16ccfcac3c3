package io.landfall.ledger;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.ledger.Fold.Folded;
import io.landfall.state.EventType;
import io.landfall.state.Task;

/** Holds rows of tasks against the fold of their event log. Only reads; row and log are of one moment. */
public final class LogCheck {
    private static final String IDS =
            """
            select t.task_id, coalesce(octet_length(c.content), 0) + coalesce((
                select sum(octet_length(e.payload)) from task_event e
                where e.task_id = t.task_id and e.outcome = 'APPLIED' and e.logged_at >= t.created_at - interval '1 hour'), 0) as bytes,
                (?::text is null or t.index_name = ?) and (?::text is null or t.task_type = ?) as wanted
            from (select task_id, created_at, index_name, task_type from task where task_id > ? order by task_id limit ?) t
            left join task_content c on c.task_id = t.task_id order by t.task_id
            """;

    private static final String ROWLESS =
            """
            select distinct e.task_id from task_event e
            where e.task_id > ? %s and e.outcome = 'APPLIED'
                and not exists (select 1 from task t where t.task_id = e.task_id)
            order by e.task_id limit ?
            """;

    private static final String ROWS =
            """
            select t.*, c.content from task t left join task_content c on c.task_id = t.task_id
            where t.task_id = any (?) order by t.task_id
            """;

    // what a task of the same id left before this one began is not its log; an hour as in EventLog.SLACK
    private static final String LINES =
            """
            select e.task_id, e.event_id, e.type, e.version, e.logged_at, e.payload
            from unnest(?::text[]) q(task_id)
            left join task t on t.task_id = q.task_id
            left join task_snapshot s on s.task_id = q.task_id and (t.task_id is null or s.created_at = t.created_at)
            cross join lateral (
                select * from task_event e where e.task_id = q.task_id and e.outcome = 'APPLIED'
                    and e.logged_at >= coalesce(t.created_at - interval '1 hour', '-infinity')
                    and e.version > coalesce(s.version, 0)) e
            order by e.task_id, e.version
            """;

    private final JdbcTemplate jdbc;
    private final Snapshot snapshot;
    private final TaskSnapshots bases;

    public LogCheck(JdbcTemplate jdbc, LedgerTransactions transactions) {
        this.jdbc = jdbc;
        this.snapshot = new Snapshot(transactions, "check-log", true);
        this.bases = new TaskSnapshots(jdbc);
    }

    /**
     * A task's id and what it costs to look at it.
     *
     * @param bytes of its content and of its log
     * @param wanted whether it is of the index and the type that were asked for
     */
    public record Sized(String taskId, long bytes, boolean wanted) {}

    /**
     * The next tasks in the order of their ids, wanted or not; fewer than {@code limit}: these are the last.
     *
     * @param index null: any
     * @param taskType null: any
     */
    public List<Sized> ids(String after, int limit, @Nullable String index, @Nullable String taskType) {
        return snapshot.read(() -> jdbc.query(
                IDS,
                (row, i) -> new Sized(row.getString("task_id"), row.getLong("bytes"), row.getBoolean("wanted")),
                index,
                index,
                taskType,
                taskType,
                after,
                limit));
    }

    /**
     * Ids that the log knows and that have no row.
     *
     * @param upTo including; null: to the end
     */
    public List<String> rowless(String after, @Nullable String upTo, int limit) {
        return snapshot.read(() -> upTo == null
                ? jdbc.queryForList(ROWLESS.formatted(""), String.class, after, limit)
                : jdbc.queryForList(ROWLESS.formatted("and e.task_id <= ?"), String.class, after, upTo, limit));
    }

    /** Each of these tasks, in no particular order. */
    public List<RowCheck> check(Collection<String> taskIds) {
        return snapshot.read(() -> read(taskIds));
    }

    private List<RowCheck> read(Collection<String> taskIds) {
        Map<String, Task> rows = new LinkedHashMap<>();
        Map<String, String> unreadable = readRows(taskIds, rows);
        Map<String, List<Fold.Line>> lines = lines(taskIds);
        Map<String, Task> begun = bases.read(taskIds);
        List<RowCheck> checks = new ArrayList<>(taskIds.size());
        for (String id : taskIds) {
            String why = unreadable.get(id);
            checks.add(
                    why == null
                            ? check(id, rows.get(id), begun.get(id), lines.getOrDefault(id, List.of()))
                            : new RowCheck(id, null, new RowCheck.Unreadable(why)));
        }
        return checks;
    }

    /** Why a row can't be read, of those that can't. */
    private Map<String, String> readRows(Collection<String> taskIds, Map<String, Task> rows) {
        Map<String, String> unreadable = new LinkedHashMap<>();
        jdbc.query(
                ROWS,
                (ResultSet row) -> {
                    String id = row.getString("task_id");
                    try {
                        rows.put(id, TaskRows.task(row));
                    } catch (RuntimeException e) {
                        // whatever a damaged row makes of itself: the others must still be looked at
                        unreadable.put(
                                id,
                                "marks and content don't go together: "
                                        + e.getClass().getSimpleName());
                    }
                },
                (Object) taskIds.toArray(String[]::new));
        return unreadable;
    }

    private Map<String, List<Fold.Line>> lines(Collection<String> taskIds) {
        Map<String, List<Fold.Line>> lines = new LinkedHashMap<>();
        jdbc.query(
                LINES,
                (ResultSet row) -> {
                    lines.computeIfAbsent(row.getString("task_id"), id -> new ArrayList<>())
                            .add(line(row));
                },
                (Object) taskIds.toArray(String[]::new));
        return lines;
    }

    /** Inside the caller's transaction: what the row should be; null: it is so already, or nobody can tell. */
    @Nullable
    Task foldOfDiffering(String taskId, String defaultIndex) {
        RowCheck check = read(List.of(taskId)).get(0);
        if (!(check.verdict() instanceof RowCheck.Differs
                || check.verdict() instanceof RowCheck.Missing
                || check.verdict() instanceof RowCheck.Unreadable)) {
            return null;
        }
        Task row = check.row();
        List<Fold.Line> lines = lines(List.of(taskId)).getOrDefault(taskId, List.of());
        Task base = bases.read(List.of(taskId)).get(taskId);
        String index = row == null ? index(taskId, defaultIndex) : row.index();
        return Fold.of(base, taskId, index, lines) instanceof Folded folded ? folded.task() : null;
    }

    private String index(String taskId, String defaultIndex) {
        List<String> known = jdbc.queryForList("select index_name from task where task_id = ?", String.class, taskId);
        return known.isEmpty() ? defaultIndex : known.get(0);
    }

    private static Fold.Line line(ResultSet row) throws SQLException {
        return new Fold.Line(
                row.getString("event_id"),
                EventType.valueOf(row.getString("type")),
                row.getLong("version"),
                row.getTimestamp("logged_at").toInstant(),
                row.getBytes("payload"));
    }

    private RowCheck check(String id, @Nullable Task row, @Nullable Task base, List<Fold.Line> lines) {
        if (row == null) {
            boolean unknown = lines.isEmpty() && base == null;
            return new RowCheck(id, null, unknown ? new RowCheck.Unknown() : new RowCheck.Missing());
        }
        boolean whole =
                base != null || !lines.isEmpty() && lines.get(0).loggedAt().equals(row.createdAt());
        if (!whole && !isDayKept(row)) {
            return new RowCheck(id, row, new RowCheck.NotFoldable("the log does not go back to its first event"));
        }
        Fold.Folding folding = Fold.of(base, id, row.index(), lines);
        if (folding instanceof Folded folded) {
            String difference = RowDifference.between(row, folded.task());
            return new RowCheck(
                    id, row, difference.isEmpty() ? new RowCheck.Agrees() : new RowCheck.Differs(difference));
        }
        if (folding instanceof Fold.NotFoldable not && !not.gap()) {
            return new RowCheck(id, row, new RowCheck.NotFoldable(not.reason()));
        }
        return new RowCheck(id, row, new RowCheck.Differs(((Fold.NotFoldable) folding).reason()));
    }

    /** Whether the log still has the day on which the task began. */
    private boolean isDayKept(Task row) {
        String day = DateTimeFormatter.BASIC_ISO_DATE.format(
                row.createdAt().atZone(ZoneOffset.UTC).toLocalDate());
        return Boolean.TRUE.equals(
                jdbc.queryForObject("select to_regclass('task_event_' || ?) is not null", Boolean.class, day));
    }
}
