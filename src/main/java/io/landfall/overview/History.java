package io.landfall.overview;

import java.sql.Array;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

import javax.sql.DataSource;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

/** Reads what was sampled. Throws Spring's data access exceptions when the ledger is away. */
public final class History {
    /** What is meant by now: three samples that are over, whenever one asks. */
    private static final Duration LATELY = Duration.ofSeconds(40);

    private static final String RANGE = " where step = ? and at >= ? and at < ? and ";

    static final String LEVELS = "select at, kind, name, number from overview_level" + RANGE
            + "task_type = '' and model = '' and kind in ('all-tasks', 'all-stuck', 'all-unlanded', 'failures', 'letters', 'lag')";

    /** Ends with {@link Scope#isAsked}. */
    static final String LEVELS_OF_GROUP =
            "select at, kind, name, number from overview_level" + RANGE + "kind in ('tasks', 'stuck', 'unlanded') and ";

    static final String LANDED = "select at, kind, number, buckets from overview_flow" + RANGE
            + "task_type = '' and model = '' and kind in ('all-documents', 'all-events')";

    /** Ends with {@link Scope#isAsked}. */
    static final String LANDED_OF_GROUP =
            "select at, kind, number, buckets from overview_flow" + RANGE + "kind in ('documents', 'events') and ";

    static final String TRANSACTIONS =
            """
            select name, sum(number) filter (where kind = 'transactions') as number,
                sum(millis) filter (where kind = 'transactions') as millis,
                sum(number) filter (where kind = 'timeouts') as timeouts
            from overview_flow where step = ? and at >= ? and at < ? and task_type = '' and model = ''
                and kind in ('transactions', 'timeouts')
            group by name order by timeouts desc nulls last, millis desc nulls last
            """;

    private static final String NEWEST =
            "select at, kind, name, sum(number) as number, sum(number) filter (where " + Scope.OF_GROUP
                    + " or kind in ('failures', 'letters', 'lag')) as of_group from overview_level where step = 10"
                    + " and kind in ('tasks', 'stuck', 'unlanded', 'failures', 'letters', 'lag')"
                    + " and at = (select max(at) from overview_level where step = 10) group by at, kind, name";

    /**
     * From the longest step: there is least of it, and it is written from the first sample on. Goes from each group to the next
     * by an index, not over all that was kept of them.
     */
    static final String GROUPS = "with recursive " + oneByOne("landed", "overview_flow", Flow.DOCUMENTS) + ", "
            + oneByOne("counted", "overview_level", Level.TASKS)
            + " select task_type, model from (select * from landed union select * from counted) g"
            + " where task_type not in ('', '*') or model not in ('', '*') order by 1, 2 limit 500";

    private static String oneByOne(String name, String table, String kind) {
        return """
               %1$s as (
                   (select task_type, model from %2$s where step = 3600 and kind = '%3$s' order by 1, 2 limit 1)
                   union all
                   select n.task_type, n.model from %1$s g cross join lateral (
                       select task_type, model from %2$s where step = 3600 and kind = '%3$s'
                           and (task_type, model) > (g.task_type, g.model) order by 1, 2 limit 1) n)
               """
                .formatted(name, table, kind);
    }

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
        Points points = new Points(Step.of(scope.from(), scope.to(), now), now);
        Object[] range = range(scope, now);
        levels(points, scope, range);
        jdbc.query(
                scope.isOfAll() ? LANDED : LANDED_OF_GROUP + scope.isAsked(),
                row -> {
                    Point point = points.at(row.getTimestamp("at").toInstant());
                    if (row.getString("kind").endsWith(Flow.DOCUMENTS)) {
                        point.documents(row.getLong("number"));
                    } else {
                        point.events(row.getLong("number"), buckets(row.getArray("buckets")));
                    }
                },
                Scope.both(range, scope.asked()));
        return new Course(points.series(), points.landed());
    }

    /**
     * Documents that land a second now, whatever the range of the scope.
     *
     * @param now by the ledger's clock
     * @return null: nobody has counted lately
     */
    public @Nullable Double landedNow(Scope scope, Instant now) {
        Course lately = course(new Scope(now.minus(LATELY), now, scope.taskType(), scope.model()), now);
        return lately.series().at().isEmpty() ? null : lately.landed().perSecond();
    }

    /** Sums over all groups are read in any case: where they are, somebody counted. */
    private void levels(Points points, Scope scope, Object[] range) {
        jdbc.query(
                LEVELS,
                row -> {
                    Point point = points.at(row.getTimestamp("at").toInstant());
                    String kind = row.getString("kind");
                    if (!kind.startsWith(Level.OF_ALL)) {
                        point.level(kind, row.getString("name"), row.getLong("number"));
                        return;
                    }
                    point.counted();
                    if (scope.isOfAll()) {
                        String of = kind.substring(Level.OF_ALL.length());
                        point.level(of, row.getString("name"), row.getLong("number"));
                    }
                },
                range);
        if (!scope.isOfAll()) {
            jdbc.query(
                    LEVELS_OF_GROUP + scope.isAsked(),
                    row -> {
                        points.at(row.getTimestamp("at").toInstant())
                                .level(row.getString("kind"), row.getString("name"), row.getLong("number"));
                    },
                    Scope.both(range, scope.asked()));
        }
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
}
