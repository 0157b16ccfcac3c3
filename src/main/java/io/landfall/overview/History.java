package io.landfall.overview;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Function;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** Reads what was sampled. Throws Spring's data access exceptions when the ledger is away. */
public final class History {
    private static final String LEVELS = "select at, kind, name, sum(number) filter (where " + Scope.OF_GROUP
            + " or kind in ('failures', 'lag')) as number from overview_level where step = ? and at >= ? and at < ?"
            + " group by at, kind, name";

    private static final String LANDED =
            "select at, kind, number, millis, buckets from overview_flow where step = ? and at >= ? and at < ?"
                    + " and kind in ('documents', 'events') and " + Scope.OF_GROUP;

    private static final String TRANSACTIONS =
            """
            select name, sum(number) filter (where kind = 'transactions') as number,
                sum(millis) filter (where kind = 'transactions') as millis,
                sum(number) filter (where kind = 'timeouts') as timeouts
            from overview_flow where step = ? and at >= ? and at < ? and kind in ('transactions', 'timeouts')
            group by name order by timeouts desc nulls last, millis desc nulls last
            """;

    private static final String NEWEST =
            "select at, kind, name, sum(number) as number, sum(number) filter (where " + Scope.OF_GROUP
                    + " or kind in ('failures', 'lag')) as of_group from overview_level where step = 10"
                    + " and at = (select max(at) from overview_level where step = 10) group by at, kind, name";

    /** From the longest step: there is least of it, and it is written from the first sample on. */
    private static final String GROUPS =
            """
            select task_type, model from (
                select task_type, model from overview_flow where step = 3600 and kind = 'documents'
                union select task_type, model from overview_level where step = 3600 and kind = 'tasks') g
            where task_type not in ('', '*') or model not in ('', '*') order by 1, 2 limit 500
            """;

    private final JdbcTemplate jdbc;

    History(DataSource ledger) {
        jdbc = new JdbcTemplate(ledger);
        jdbc.setQueryTimeout(10);
    }

    /** The ledger's clock. */
    public Instant now() {
        return Objects.requireNonNull(jdbc.queryForObject("select now()", Timestamp.class))
                .toInstant();
    }

    /**
     * The newest sample.
     *
     * @param at when the step of the sample began; null: there is none yet
     * @param levels by kind and name
     * @param capped kinds that were not counted to the end
     */
    public record Newest(@Nullable Instant at, Map<String, Map<String, Long>> levels, List<String> capped) {
        /** By name, empty when there is none. */
        public Map<String, Long> of(String kind) {
            return levels.getOrDefault(kind, Map.of());
        }

        public long sum(String kind) {
            return of(kind).values().stream().mapToLong(Long::longValue).sum();
        }
    }

    /** What there was a moment ago. */
    public Newest newest(Scope scope) {
        Map<String, Map<String, Long>> levels = new HashMap<>();
        Map<String, Long> all = new HashMap<>();
        List<Instant> at = new ArrayList<>();
        jdbc.query(
                NEWEST,
                row -> {
                    if (at.isEmpty()) {
                        at.add(row.getTimestamp("at").toInstant());
                    }
                    String kind = row.getString("kind");
                    all.merge(kind, row.getLong("number"), Long::sum);
                    levels.computeIfAbsent(kind, unused -> new TreeMap<>())
                            .put(row.getString("name"), row.getLong("of_group"));
                },
                scope.group());
        List<String> capped = all.entrySet().stream()
                .filter(one -> !one.getKey().equals(Level.LAG) && one.getValue() >= Levels.MOST)
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
        return new Newest(at.isEmpty() ? null : at.get(0), levels, capped);
    }

    /** A transaction of the ledger by name: how many, how long on average, and how many were rolled back at their timeout. */
    public record TransactionLine(String name, long number, Duration mean, long timeouts) {}

    /** Of all nodes, those with timeouts first. */
    public List<TransactionLine> transactions(Scope scope, Instant now) {
        return jdbc.query(TRANSACTIONS, (row, i) -> line(row), range(scope, now));
    }

    private static TransactionLine line(ResultSet row) throws SQLException {
        long number = row.getLong("number");
        Duration mean = number == 0
                ? Duration.ZERO
                : Duration.ofMillis(row.getLong("millis")).dividedBy(number);
        return new TransactionLine(row.getString("name"), number, mean, row.getLong("timeouts"));
    }

    /** A task type and a model that occur together; empty: not told. */
    public record Known(String taskType, String model) {}

    /** Of the last days, to choose from; the first 500. */
    public List<Known> groups() {
        return jdbc.query(GROUPS, (row, i) -> new Known(row.getString("task_type"), row.getString("model")));
    }

    /**
     * How it went.
     *
     * @param documents that landed
     * @param perSecond documents
     * @param events of which the time is known
     * @param p50 seconds from event to landing that half of them took at most; null: none landed
     * @param p99 seconds that 99 in a hundred took at most
     */
    public record Landed(long documents, double perSecond, long events, @Nullable Double p50, @Nullable Double p99) {}

    /** Both made from the same rows. */
    public record Course(Series series, Landed landed) {}

    public Course course(Scope scope, Instant now) {
        Step step = Step.of(scope.from(), scope.to(), now);
        NavigableMap<Instant, Point> points = new TreeMap<>();
        jdbc.query(
                LEVELS,
                row -> {
                    points.computeIfAbsent(row.getTimestamp("at").toInstant(), unused -> new Point())
                            .level(row.getString("kind"), row.getString("name"), row.getLong("number"));
                },
                Scope.both(scope.group(), range(scope, now)));
        Point whole = new Point();
        jdbc.query(
                LANDED,
                row -> {
                    List<Long> buckets = buckets(row.getArray("buckets"));
                    whole.flow(row.getString("kind"), row.getLong("number"), buckets);
                    points.computeIfAbsent(row.getTimestamp("at").toInstant(), unused -> new Point())
                            .flow(row.getString("kind"), row.getLong("number"), buckets);
                },
                Scope.both(range(scope, now), scope.group()));
        return new Course(series(step, points, now), landed(points, whole, step, now));
    }

    private static Landed landed(NavigableMap<Instant, Point> points, Point whole, Step step, Instant now) {
        double seconds = points.keySet().stream()
                .mapToDouble(at -> seconds(step, at, now))
                .sum();
        return new Landed(
                whole.documents,
                seconds == 0 ? 0 : (double) whole.documents / seconds,
                whole.events,
                whole.quantile(0.5),
                whole.quantile(0.99));
    }

    private static Series series(Step step, NavigableMap<Instant, Point> points, Instant now) {
        List<Instant> at = new ArrayList<>();
        List<@Nullable Point> there = new ArrayList<>();
        if (!points.isEmpty()) {
            for (Instant begin = points.firstKey();
                    !begin.isAfter(points.lastKey());
                    begin = begin.plus(step.length())) {
                at.add(begin);
                there.add(points.get(begin));
            }
        }
        Map<String, List<@Nullable Long>> nonFinal = new LinkedHashMap<>();
        for (String state : Levels.STATES) {
            nonFinal.put(state, levels(there, point -> point.level(Level.TASKS, state)));
        }
        List<@Nullable Double> perSecond = new ArrayList<>();
        for (int i = 0; i < at.size(); i++) {
            Point point = there.get(i);
            perSecond.add(point == null ? null : (double) point.documents / seconds(step, at.get(i), now));
        }
        return new Series(
                step.length(),
                at,
                nonFinal,
                levels(there, point -> point.sum(Level.STUCK)),
                levels(there, point -> point.sum(Level.UNLANDED)),
                perSecond,
                quantiles(there, 0.5),
                quantiles(there, 0.99),
                levels(there, point -> point.sum(Level.FAILURES)),
                levels(there, point -> point.sum(Level.LAG)));
    }

    /** Nobody looked: null, not none. */
    private static List<@Nullable Long> levels(List<@Nullable Point> points, Function<Point, Long> number) {
        List<@Nullable Long> levels = new ArrayList<>(points.size());
        for (Point point : points) {
            levels.add(point == null || point.levels.isEmpty() ? null : number.apply(point));
        }
        return levels;
    }

    private static List<@Nullable Double> quantiles(List<@Nullable Point> points, double share) {
        List<@Nullable Double> quantiles = new ArrayList<>(points.size());
        for (Point point : points) {
            quantiles.add(point == null ? null : point.quantile(share));
        }
        return quantiles;
    }

    /** Of the step that has passed by now; the last one is not over. */
    private static double seconds(Step step, Instant at, Instant now) {
        long passed = Duration.between(at, now).toSeconds();
        return (double) Math.min(step.seconds(), Math.max(passed, Step.TEN_SECONDS.seconds()));
    }

    private static Object[] range(Scope scope, Instant now) {
        Step step = Step.of(scope.from(), scope.to(), now);
        return new Object[] {
            step.seconds(), Timestamp.from(step.floor(scope.from())), Timestamp.from(scope.to()),
        };
    }

    private static List<Long> buckets(Array array) throws SQLException {
        return List.of((Long[]) array.getArray());
    }

    /** One step. */
    private static final class Point {
        private final Map<String, Map<String, Long>> levels = new HashMap<>();
        private List<Long> buckets = List.of();
        private long documents;
        private long events;

        void level(String kind, String name, long number) {
            levels.computeIfAbsent(kind, unused -> new HashMap<>()).put(name, number);
        }

        long level(String kind, String name) {
            return levels.getOrDefault(kind, Map.of()).getOrDefault(name, 0L);
        }

        long sum(String kind) {
            return levels.getOrDefault(kind, Map.of()).values().stream()
                    .mapToLong(Long::longValue)
                    .sum();
        }

        void flow(String kind, long number, List<Long> more) {
            if (kind.equals(Flow.DOCUMENTS)) {
                documents += number;
            } else {
                events += number;
                buckets = Buckets.sum(buckets, more);
            }
        }

        @Nullable
        Double quantile(double share) {
            double seconds = LatencyScale.quantile(buckets, share);
            return Double.isNaN(seconds) ? null : seconds;
        }
    }
}
