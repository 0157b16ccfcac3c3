package io.landfall.overview;

import java.sql.Timestamp;
import java.util.Map;
import java.util.TreeMap;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/**
 * What is counted when it is asked for: along an index, over {@link #LOOK} rows at most. Throws Spring's data access exceptions
 * when the ledger is away.
 */
public final class Counts {
    /** Rows that one count goes over. */
    static final int LOOK = 20_000;

    static final String REPAIRS =
            """
            select coalesce(r.outcome, 'OPEN') as name, count(*) as number
            from (select * from repair where created_at >= ? and created_at < ? order by created_at desc limit ?) r
            left join lateral (select * from task t where t.task_id = r.task_id limit 1) t on true where
            """
                    + Scope.OF_GROUP + " group by 1";

    /** Without a look at each task. */
    static final String REPAIRS_OF_ALL =
            """
            select coalesce(outcome, 'OPEN') as name, count(*) as number
            from (select outcome from repair where created_at >= ? and created_at < ? order by created_at desc limit ?) r
            group by 1
            """;

    static final String FAILURES =
            "select status || ':' || cause as name, count(*) as number from (select task_id, status, cause from failure"
                    + " where status in ('PENDING', 'CLAIMED', 'EXHAUSTED', 'PERMANENT') order by id desc limit ?) f"
                    + " cross join lateral (select * from task t where t.task_id = f.task_id limit 1) t where "
                    + Scope.OF_GROUP + " group by 1";

    private static final String ALARMS =
            "select severity as name, count(*) as number from (select severity from alarm where closed_at is null"
                    + " limit 10000) a group by severity";

    private final JdbcTemplate jdbc;

    Counts(DataSource ledger) {
        jdbc = new JdbcTemplate(ledger);
        jdbc.setQueryTimeout(10);
    }

    /**
     * What became of repairs, of the newest in a range.
     *
     * @param applied they took effect
     * @param overtaken the task went on without them
     * @param refused they can't be applied
     * @param open it is not known yet
     * @param successRate of those that were applied or refused; null: there are none
     */
    public record RepairCounts(long applied, long overtaken, long refused, long open, @Nullable Double successRate) {}

    public RepairCounts repairs(Scope scope) {
        Object[] range = {Timestamp.from(scope.from()), Timestamp.from(scope.to()), LOOK};
        Map<String, Long> found =
                scope.isOfAll() ? numbers(REPAIRS_OF_ALL, range) : numbers(REPAIRS, Scope.both(range, scope.group()));
        long applied = found.getOrDefault("APPLIED", 0L);
        long refused = found.getOrDefault("ILLEGAL", 0L);
        long open = found.getOrDefault("OPEN", 0L);
        long all = found.values().stream().mapToLong(Long::longValue).sum();
        Double rate = applied + refused == 0 ? null : (double) applied / (applied + refused);
        return new RepairCounts(applied, all - applied - refused - open, refused, open, rate);
    }

    /** Open failures of some tasks by {@code status:cause}, of the newest. */
    public Map<String, Long> failures(Scope scope) {
        return numbers(FAILURES, Scope.both(new Object[] {LOOK}, scope.group()));
    }

    /** Open alarms by severity, each severity told. */
    public Map<String, Long> alarms() {
        Map<String, Long> alarms = new TreeMap<>(Map.of("P1", 0L, "P2", 0L, "P3", 0L));
        alarms.putAll(numbers(ALARMS));
        return alarms;
    }

    private Map<String, Long> numbers(String sql, @Nullable Object... parameters) {
        Map<String, Long> numbers = new TreeMap<>();
        jdbc.query(
                sql,
                row -> {
                    numbers.put(row.getString("name"), row.getLong("number"));
                },
                parameters);
        return numbers;
    }
}
