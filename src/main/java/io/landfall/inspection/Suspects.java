package io.landfall.inspection;

import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.ledger.MinAges;
import io.landfall.state.TaskState;

/** Which tasks an inspection holds: as parameters of {@code sql/scan-suspects.sql}, and as its answer. */
final class Suspects {
    // the inner limits keep the planner from going through all tasks that are due
    static final String DUE =
            """
            select exists (
                select 1 from (
                    select task_id from suspicion where confirms and next_at <= now() order by next_at limit 10000) s
                join task t on t.task_id = s.task_id where t.due_at <= now())
            """;
    /** What was seen of tasks that moved since: nobody looks at them in time. */
    static final String OUTLIVED = outlived("next_at < now()");

    static final String OUTLIVED_CONFIRMS = outlived("confirms and next_at < now()");

    private static String outlived(String which) {
        return """
            delete from suspicion where task_id in (
                select s.task_id from (
                    select task_id, attempt, state_since from suspicion where %s order by next_at limit ?) s
                left join task t on t.task_id = s.task_id
                where t.due_at is null or t.attempt <> s.attempt or t.state_since <> s.state_since)
            """
                .formatted(which);
    }

    static final String GLANCE =
            """
            select t.task_id, t.attempt, t.state, t.task_type, t.model, t.platform, t.call_id, t.created_at, t.state_since,
                t.due_at, now() as asked_at, s.kind, s.looks, s.since, s.told, s.reason
            from (select * from task where due_at <= now() order by due_at limit ?) t
            left join suspicion s on s.task_id = t.task_id and s.attempt = t.attempt and s.state_since = t.state_since
            order by t.due_at
            """;
    static final String PUT_OFF =
            """
            update task t set due_at = n.due_at
            from unnest(?::text[], ?::timestamptz[], ?::timestamptz[]) n(task_id, due_at, held)
            where t.task_id = n.task_id and t.due_at = n.held
            """;
    private static final int OUTLIVED_AT_ONCE = 1_000;

    private final JdbcTemplate jdbc;
    private final MinAges minAges;
    private final Duration lease;

    Suspects(JdbcTemplate jdbc, MinAges minAges, Duration lease) {
        this.jdbc = jdbc;
        this.minAges = minAges;
        this.lease = lease;
    }

    /** Whether a second look is due. */
    boolean areToBeConfirmed() {
        return Boolean.TRUE.equals(jdbc.queryForObject(DUE, Boolean.class));
    }

    void forgetOutlived() {
        jdbc.update(OUTLIVED_CONFIRMS, OUTLIVED_AT_ONCE);
        jdbc.update(OUTLIVED, OUTLIVED_AT_ONCE);
    }

    Map<String, Object> parameters(Run run) {
        Map<String, Object> parameters = new HashMap<>();
        int limit = run.isEnding() ? 0 : run.settings().scanLimit();
        parameters.put("total", limit);
        parameters.put("fresh", run.isOfSecondLooks() ? 0 : limit);
        parameters.put("leaseMillis", lease.toMillis());
        return parameters;
    }

    /** Those that could be looked at now; nothing is claimed. */
    List<Seen> glance(int limit) {
        return seen(jdbc.queryForList(GLANCE, limit), false);
    }

    /** From rows of the statement. Those that are too young, because the ages were changed, are put off. */
    List<Seen> claimed(Run run, List<?> rows) {
        if (!rows.isEmpty()) {
            run.heldUntil = instant((Map<?, ?>) rows.get(0), "due_at");
        }
        return seen(rows, true);
    }

    private List<Seen> seen(List<?> rows, boolean putOff) {
        List<Seen> seen = new ArrayList<>(rows.size());
        List<Put> young = new ArrayList<>();
        for (Object row : rows) {
            Map<?, ?> columns = (Map<?, ?>) row;
            Suspect suspect = suspect(columns);
            Instant asked = instant(columns, "asked_at");
            Instant due = suspect.stateSince().plus(minAges.of(suspect.taskType()));
            if (due.isAfter(asked)) {
                young.add(new Put(suspect.taskId(), due, instant(columns, "due_at")));
            } else {
                seen.add(new Seen(suspect, suspicion(columns), asked));
            }
        }
        if (putOff && !young.isEmpty()) {
            putOff(young);
        }
        return seen;
    }

    /** Claims that nobody will use are given back, if nothing came between. */
    void release(Run run, List<Group> groups) {
        Instant held = run.heldUntil;
        List<Put> puts = groups.stream()
                .flatMap(group -> group.seen().stream())
                .map(one -> new Put(one.suspect().taskId(), one.askedAt(), held == null ? one.askedAt() : held))
                .toList();
        if (!puts.isEmpty()) {
            putOff(puts);
        }
    }

    private void putOff(List<Put> puts) {
        jdbc.update(
                PUT_OFF,
                puts.stream().map(Put::taskId).toArray(String[]::new),
                puts.stream().map(put -> Timestamp.from(put.dueAt)).toArray(Timestamp[]::new),
                puts.stream().map(put -> Timestamp.from(put.held)).toArray(Timestamp[]::new));
    }

    private record Put(String taskId, Instant dueAt, Instant held) {}

    private static Suspect suspect(Map<?, ?> row) {
        return new Suspect(
                text(row, "task_id"),
                number(row, "attempt"),
                TaskState.valueOf(text(row, "state")),
                textOrNull(row, "task_type"),
                textOrNull(row, "model"),
                textOrNull(row, "platform"),
                textOrNull(row, "call_id"),
                instant(row, "created_at"),
                instant(row, "state_since"));
    }

    private static @Nullable Suspicion suspicion(Map<?, ?> row) {
        return row.get("kind") == null
                ? null
                : new Suspicion(
                        Kind.valueOf(text(row, "kind")),
                        number(row, "looks"),
                        instant(row, "since"),
                        Boolean.TRUE.equals(row.get("told")),
                        textOrNull(row, "reason"));
    }

    private static String text(Map<?, ?> row, String column) {
        return String.valueOf(row.get(column));
    }

    private static @Nullable String textOrNull(Map<?, ?> row, String column) {
        Object value = row.get(column);
        return value == null ? null : value.toString();
    }

    private static int number(Map<?, ?> row, String column) {
        if (row.get(column) instanceof Number number) {
            return number.intValue();
        }
        throw new IllegalStateException("a suspect without " + column);
    }

    private static Instant instant(Map<?, ?> row, String column) {
        if (row.get(column) instanceof Timestamp at) {
            return at.toInstant();
        }
        throw new IllegalStateException("a suspect without " + column);
    }
}
