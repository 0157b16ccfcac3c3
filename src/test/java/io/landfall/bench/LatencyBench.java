package io.landfall.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

import org.HdrHistogram.Histogram;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.landfall.stack.LocalStack;

/**
 * How long an event takes until its document shows it, at a steady rate: alone, while compensation drains failures beside it at its
 * default rate, and while somebody else writes as many documents. All in each round, by turns first; the medians of the rounds.
 */
final class LatencyBench {
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration LONGEST = Duration.ofMinutes(30);
    private static final String NAME = "bench-latency";
    /** Of compensation, a second. */
    private static final int BUDGET = 500;
    /** The number of the first task whose events are measured; those before it are the failures'. */
    private static final int FIRST = 5_000_000;

    private static final String UNLANDED = "update task set landed_version = 0 where task_id < ?";
    private static final String FAILED =
            """
            insert into failure (task_id, index_name, operation, version, cause, reason, trigger_name, fragment, truncated, status,
                next_attempt_at)
            select task_id, index_name, 'index', version, 'throttled', 'made by a benchmark', 'task-events', '{}', false, 'PENDING',
                now() + interval '10 seconds' from task where task_id < ?
            """;
    /** What it costs to make so many failures at once is not what is measured. */
    private static final List<String> SETTLE = List.of("vacuum analyze task", "vacuum analyze failure", "checkpoint");

    /** Those that the run has in hand it settles itself. */
    private static final String FORGET =
            """
            update failure set status = 'RESOLVED', closed_at = now() where id in (
                select id from failure where status in ('PENDING', 'CLAIMED') for update skip locked)
            """;

    private static final String FORGOTTEN = "update task set landed_version = version where landed_version < version";
    private static final String UNDER_WAY =
            "select count(*) from compensation_run where ended_at is null and tried > 0";
    private static final String RESOLVED = "select count(*) from failure where status = 'RESOLVED'";
    private static final String PENDING = "select count(*) from failure where status = 'PENDING'";

    private final BenchOptions options;
    private final LocalStack stack;
    private final int rounds = BenchOptions.number("bench.rounds", 3);
    private final int rate = BenchOptions.number("bench.rate", 500);
    private static final int WARM_UP_SECONDS = 60;
    private final int seconds = BenchOptions.number("bench.seconds", 60);
    /** Seconds from one refresh of the index to the next. */
    private final int refresh = BenchOptions.number("bench.refresh", 1);

    /** The number of the first task of the ready bulks. */
    private static final int FIRST_READY = 9_000_000;

    private final Map<Beside, List<Round>> found = new EnumMap<>(Beside.class);
    private int nextTask = FIRST;

    private LatencyBench(BenchOptions options, LocalStack stack) {
        this.options = options;
        this.stack = stack;
    }

    /** What else Landfall does. */
    private enum Beside {
        NOTHING("alone"),
        COMPENSATION("while-compensation-drains"),
        READY_BULKS("while-ready-bulks-come");

        final String label;

        Beside(String label) {
            this.label = label;
        }
    }

    /**
     * One round.
     *
     * @param seen microseconds
     * @param besidePerSecond documents beside it in the same time: of failures that were resolved, or of ready bulks
     */
    private record Round(Histogram seen, double besidePerSecond) {}

    static void run(BenchOptions options) throws Exception {
        try (LocalStack stack = LocalStack.start(options.servers())) {
            new LatencyBench(options, stack).measure();
        }
    }

    private void measure() throws Exception {
        Topics topics = new Topics(stack.bootstrapServers());
        String topic = Variant.CLEAN.topic();
        topics.create(List.of(
                topic, "landfall.dead-letters", "landfall.dispatch", "landfall.alarms", "landfall.model-calls"));
        int failures = BUDGET * (seconds + 30);
        topics.fill(Variant.CLEAN, failures);
        Elastic elastic = new Elastic(stack.elasticsearchUrl());
        elastic.createIndex(NAME + "-000001", NAME);
        elastic.refreshEvery(refresh, NAME + "-000001");
        List<String> arguments = new ArrayList<>(options.arguments());
        arguments.add("--landfall.compensation.period=1s");
        arguments.add("--landfall.compensation.rate=" + BUDGET);
        Contender.Place place =
                new Contender.Place(stack, topic, NAME, NAME, failures, List.copyOf(arguments), options.jvm());
        try (Group group = new Group(stack.bootstrapServers(), NAME, topic);
                Child child = Contender.LANDFALL.start(place)) {
            JdbcTemplate ledger = LedgerDatabase.open(stack, NAME);
            child.await(group::isReading, START);
            child.await(() -> group.lag() == 0, LONGEST);
            LatencyLoad load = new LatencyLoad(elastic, stack.bootstrapServers(), topic, NAME);
            ReadyBulks bulks = new ReadyBulks(elastic, NAME, FIRST_READY, failures, BUDGET);
            bulks.fill();
            // the servers' compilers want a minute, and until then a good part of the processor
            load.run(newTasks(), Math.max(1, rate * WARM_UP_SECONDS / BacklogTask.EVENTS), rate);
            measure(Beside.COMPENSATION, child, ledger, load, bulks);
            System.out.println("warm");
            for (int round = 0; round < rounds; round++) {
                for (int turn = 0; turn < Beside.values().length; turn++) {
                    Beside beside = Beside.values()[(round + turn) % Beside.values().length];
                    add(beside, measure(beside, child, ledger, load, bulks));
                }
            }
        }
        print();
        write();
    }

    private Round measure(Beside beside, Child child, JdbcTemplate ledger, LatencyLoad load, ReadyBulks bulks)
            throws Exception {
        if (beside == Beside.READY_BULKS) {
            Histogram[] seen = new Histogram[1];
            double written = bulks.during(() -> seen[0] = load.run(newTasks(), tasks(), rate));
            return new Round(seen[0], written);
        }
        if (beside == Beside.COMPENSATION) {
            String first = BacklogTask.id(FIRST);
            ledger.update(UNLANDED, first);
            ledger.update(FAILED, first);
            settle();
            child.await(() -> count(ledger, UNDER_WAY) > 0, START);
        }
        long before = count(ledger, RESOLVED);
        long begin = System.nanoTime();
        Histogram seen = load.run(newTasks(), tasks(), rate);
        double drained =
                (count(ledger, RESOLVED) - before) / Measured.seconds(Duration.ofNanos(System.nanoTime() - begin));
        if (beside == Beside.COMPENSATION) {
            if (count(ledger, PENDING) == 0) {
                throw new IOException("the failures were drained before the last event was seen");
            }
            ledger.update(FORGET);
            child.await(
                    () -> count(ledger, "select count(*) from compensation_run where ended_at is null") == 0, START);
            ledger.update(FORGOTTEN);
            settle();
        }
        return new Round(seen, drained);
    }

    private void settle() {
        JdbcTemplate administrator = new JdbcTemplate(new DriverManagerDataSource(
                LedgerDatabase.url(stack, NAME) + "?currentSchema=landfall", "postgres", ""));
        SETTLE.forEach(administrator::execute);
    }

    private void add(Beside beside, Round round) {
        found.computeIfAbsent(beside, key -> new ArrayList<>()).add(round);
        System.out.printf(
                "%s: p50 %.1f ms, p99 %.1f ms, max %.1f ms, %d events, %.0f documents a second beside it%n",
                beside.label,
                percentile(50).applyAsDouble(round),
                percentile(99).applyAsDouble(round),
                percentile(100).applyAsDouble(round),
                round.seen.getTotalCount(),
                round.besidePerSecond);
    }

    private int tasks() {
        return Math.max(1, rate * seconds / BacklogTask.EVENTS);
    }

    private int newTasks() {
        int first = nextTask;
        nextTask += rate * Math.max(seconds, WARM_UP_SECONDS) / BacklogTask.EVENTS + 1;
        return first;
    }

    private void print() {
        System.out.printf("%n%-28s %8s %8s %8s %10s%n", "beside it", "p50 ms", "p99 ms", "max ms", "beside/s");
        for (Beside beside : Beside.values()) {
            System.out.printf(
                    "%-28s %8.1f %8.1f %8.1f %10.0f%n",
                    beside.label,
                    median(beside, percentile(50)),
                    median(beside, percentile(99)),
                    median(beside, percentile(100)),
                    median(beside, Round::besidePerSecond));
        }
        System.out.printf("p99 while compensation drains / p99 alone: %.2f%n", ratio(Beside.COMPENSATION));
        System.out.printf("p99 while ready bulks come / p99 alone: %.2f%n", ratio(Beside.READY_BULKS));
    }

    private void write() throws IOException {
        ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        ObjectNode root = json.createObjectNode().put("name", "latency");
        root.putObject("conditions")
                .put("eventsPerSecond", rate)
                .put("seconds", seconds)
                .put("rounds", rounds)
                .put("postgresFsync", options.fsync())
                .put("heap", Child.HEAP)
                .put(
                        "measured",
                        "from the moment an event is due to be sent to the answer of a realtime GET that shows it");
        ObjectNode contenders = root.putObject("contenders");
        for (Beside beside : Beside.values()) {
            contenders
                    .putObject(beside.label)
                    .put("p50Millis", median(beside, percentile(50)))
                    .put("p99Millis", median(beside, percentile(99)))
                    .put("maxMillis", median(beside, percentile(100)))
                    .put("besidePerSecond", median(beside, Round::besidePerSecond));
        }
        root.put("p99Ratio", ratio(Beside.COMPENSATION));
        root.put("p99RatioOfReadyBulks", ratio(Beside.READY_BULKS));
        Path file = Files.createDirectories(Path.of("target", "bench")).resolve("latency.json");
        json.writeValue(file.toFile(), root);
        System.out.println("written to " + file);
    }

    private double ratio(Beside beside) {
        return median(beside, percentile(99)) / median(Beside.NOTHING, percentile(99));
    }

    private static ToDoubleFunction<Round> percentile(double percentile) {
        return round -> round.seen.getValueAtPercentile(percentile) / 1_000.0;
    }

    private double median(Beside beside, ToDoubleFunction<Round> figure) {
        double[] sorted =
                found.get(beside).stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static long count(JdbcTemplate ledger, String sql) {
        Long count = ledger.queryForObject(sql, Long.class);
        return count == null ? 0 : count;
    }
}
