package io.landfall.overview;

import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * Counts what is in the ledger and keeps it in {@code overview_level}. Each count goes along an index and stops at {@link
 * #MOST}, so that it costs as much with ten million tasks as with ten thousand.
 */
final class Levels {
    /** Rows that one count goes over. */
    static final int MOST = 100_000;

    /** In a state that is not final, from when on a task is told as stuck. */
    static final Duration STUCK_AFTER = Duration.ofMinutes(10);

    static final List<String> STATES = List.of("TO_ANALYZE", "ANALYZING", "TO_RETRY");

    static final String TASKS =
            """
            select state, state_since < now() - ? * interval '1 millisecond' as stuck, coalesce(task_type, '') as task_type,
                coalesce(model, '') as model, count(*) as number
            from (select state, state_since, task_type, model from task where due_at is not null order by due_at limit ?) t
            group by 1, 2, 3, 4
            """;

    static final String UNLANDED =
            """
            select coalesce(task_type, '') as task_type, coalesce(model, '') as model, count(*) as number
            from (select task_type, model from task where landed_version < version order by task_id limit ?) t
            group by 1, 2
            """;

    static final String FAILURES =
            """
            select status || ':' || cause as name, count(*) as number
            from (select status, cause from failure where status in ('PENDING', 'CLAIMED', 'EXHAUSTED', 'PERMANENT')
                  order by id desc limit ?) f
            group by 1
            """;

    static final String LETTERS =
            """
            select count(*) as number
            from (select 1 from dead_letter where status = 'OPEN' order by id desc limit ?) l
            """;

    /** The first of a step stands for it. */
    private static final String KEEP =
            """
            insert into overview_level (step, at, kind, name, task_type, model, number)
            select s.step, s.at, n.kind, n.name, n.task_type, n.model, n.number
            from unnest(?::int[], ?::timestamptz[]) s(step, at)
            cross join unnest(?::text[], ?::text[], ?::text[], ?::text[], ?::bigint[]) n(kind, name, task_type, model, number)
            where not exists (select 1 from overview_level o where o.step = s.step and o.at = s.at)
            on conflict do nothing
            """;

    private final JdbcTemplate jdbc;

    Levels(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    boolean isKept(Instant at) {
        return Boolean.TRUE.equals(jdbc.queryForObject(
                "select exists (select 1 from overview_level where step = ? and at = ?)",
                Boolean.class,
                Step.TEN_SECONDS.seconds(),
                Timestamp.from(at)));
    }

    /** What the ledger holds now. Each state is told, be it with none: so it is seen that somebody looked. */
    List<Level> count() {
        List<Level> counted = new ArrayList<>();
        STATES.forEach(state -> counted.add(Level.of(Level.TASKS, state, Group.ALL, 0)));
        jdbc.query(
                TASKS,
                row -> {
                    String state = row.getString("state");
                    Group group = Group.of(row.getString("task_type"), row.getString("model"));
                    long number = row.getLong("number");
                    counted.add(Level.of(Level.TASKS, state, group, number));
                    if (row.getBoolean("stuck")) {
                        counted.add(Level.of(Level.STUCK, state, group, number));
                    }
                },
                STUCK_AFTER.toMillis(),
                MOST);
        jdbc.query(
                UNLANDED,
                row -> {
                    Group group = Group.of(row.getString("task_type"), row.getString("model"));
                    counted.add(Level.of(Level.UNLANDED, "", group, row.getLong("number")));
                },
                MOST);
        jdbc.query(
                FAILURES,
                row -> {
                    counted.add(Level.of(Level.FAILURES, row.getString("name"), Group.ALL, row.getLong("number")));
                },
                MOST);
        jdbc.query(
                LETTERS,
                row -> {
                    counted.add(Level.of(Level.LETTERS, "", Group.ALL, row.getLong("number")));
                },
                MOST);
        return counted;
    }

    /** Keeps the largest groups apart, and the sum over all, for each step that begins with them. */
    void keep(List<Level> counted, Instant at) {
        List<Level> levels = together(counted);
        jdbc.update(
                KEEP,
                Arrays.stream(Step.values()).map(Step::seconds).toArray(Integer[]::new),
                Arrays.stream(Step.values())
                        .map(step -> Timestamp.from(step.floor(at)))
                        .toArray(Timestamp[]::new),
                levels.stream().map(Level::kind).toArray(String[]::new),
                levels.stream().map(Level::name).toArray(String[]::new),
                levels.stream().map(Level::taskType).toArray(String[]::new),
                levels.stream().map(Level::model).toArray(String[]::new),
                levels.stream().map(Level::number).toArray(Long[]::new));
    }

    private static List<Level> together(List<Level> counted) {
        Map<Group, Long> sizes = new HashMap<>();
        counted.forEach(level -> sizes.merge(Group.of(level.taskType(), level.model()), level.number(), Long::sum));
        Set<Group> large = sizes.entrySet().stream()
                .sorted(Map.Entry.<Group, Long>comparingByValue(Comparator.reverseOrder()))
                .limit(Group.MOST)
                .map(Map.Entry::getKey)
                .collect(Collectors.toCollection(HashSet::new));
        large.add(Group.ALL);
        Map<Level, Long> sums = new HashMap<>();
        for (Level level : counted) {
            Group group = Group.of(level.taskType(), level.model());
            Group kept = large.contains(group) ? group : Group.OTHERS;
            sums.merge(Level.of(level.kind(), level.name(), kept, 0), level.number(), Long::sum);
        }
        for (Level level : counted) {
            if (level.isOfGroup()) {
                sums.merge(
                        Level.of(Level.OF_ALL + level.kind(), level.name(), Group.ALL, 0), level.number(), Long::sum);
            }
        }
        List<Level> levels = new ArrayList<>();
        sums.forEach(
                (key, number) -> levels.add(new Level(key.kind(), key.name(), key.taskType(), key.model(), number)));
        return levels;
    }
}
