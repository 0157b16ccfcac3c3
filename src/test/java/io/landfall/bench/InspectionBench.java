package io.landfall.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

import javax.sql.DataSource;

import org.springframework.core.io.ClassPathResource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DataSourceTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.landfall.stack.LocalStack;
import io.landfall.stack.StackOptions;

/**
 * A thousand suspects among ever more tasks: how long the database takes for the scan, as its own clock has it, and how long a
 * whole inspection takes when the verifier needs 20 ms for each task.
 */
final class InspectionBench {
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final String NAME = "bench-inspection";
    private static final int SUSPECTS = 1_000;

    /** Asks the call log, after the time that a platform would take. */
    private static final String SLOW_VERIFIER =
            """
            - route:
                id: verify-slow
                description: Takes 20 ms for each task, then asks the call log.
                from:
                  uri: direct:verify-slow
                  steps:
                    - split:
                        expression:
                          simple:
                            expression: "${body}"
                        steps:
                          - delay:
                              expression:
                                constant:
                                  expression: "20"
                    - to:
                        uri: direct:verify-call-log
            """;

    private static final String FINAL_TASKS =
            """
            insert into task (task_id, index_name, state, attempt, version, landed_version, highest_seq, marks, task_type, model,
                created_at, state_since, updated_at)
            select 'bench-' || lpad(n::text, 9, '0'), 'tasks', 'ANALYZED', 1, n, n, 3, ''::bytea, 'call', 'm-1',
                now() - interval '1 day', now() - interval '1 day', now() - interval '1 day'
            from generate_series(?::int, ?::int) n
            """;
    /** Spread over all, as the silent ones are; others each time. */
    private static final String SILENT =
            """
            update task set state = 'ANALYZING', platform = 'slow', state_since = now() - interval '1 hour',
                due_at = now() - interval '50 minutes'
            where task_id in (
                select 'bench-' || lpad((n * ?::bigint + ?::bigint)::text, 9, '0') from generate_series(0, ? - 1) n)
            """;

    private static final String AT_WORK =
            """
            insert into model_call (task_id, attempt, call_id, outcome)
            select task_id, 1, 'c', 'RUNNING' from task where due_at is not null on conflict do nothing
            """;
    private static final String LOUD =
            "update task set state = 'ANALYZED', platform = null, due_at = null where due_at is not null";

    private final BenchOptions options;
    private final LocalStack stack;
    private final int rounds = BenchOptions.number("bench.rounds", 5);
    private final int[] sizes = BenchOptions.words("bench.sizes", "100000,1000000,10000000", ",").stream()
            .mapToInt(Integer::parseInt)
            .toArray();

    private InspectionBench(BenchOptions options, LocalStack stack) {
        this.options = options;
        this.stack = stack;
    }

    /**
     * What was found among so many tasks: medians, and the best scan, for other work on the machine only ever adds to it.
     *
     * @param pages that a scan touches
     */
    private record Size(int tasks, double scan, double best, double pages, double inspection) {}

    /** One scan, as the database has it. */
    private record Scan(double millis, double pages) {}

    static void run(BenchOptions options) throws Exception {
        StackOptions servers = StackOptions.tests()
                .withFullSpeed()
                .withData(Path.of("target", "bench", "stack"), false)
                // a quarter of the memory that a ledger of ten million tasks would be given
                .withPostgres("shared_buffers", "1GB")
                .withPostgres("fsync", Boolean.toString(options.fsync()));
        try (LocalStack stack = LocalStack.start(servers)) {
            new InspectionBench(options, stack).measure();
        }
    }

    private void measure() throws Exception {
        Topics topics = new Topics(stack.bootstrapServers());
        String topic = NAME + "-events";
        topics.create(List.of(
                topic, "landfall.model-calls", "landfall.dead-letters", "landfall.dispatch", "landfall.alarms"));
        new Elastic(stack.elasticsearchUrl()).createIndex(NAME + "-000001", NAME);
        Path routes = Files.createDirectories(Path.of("target", "bench", "routes"));
        Files.writeString(routes.resolve("79-verify-slow.camel.yaml"), SLOW_VERIFIER);
        List<String> arguments = new ArrayList<>(options.arguments());
        arguments.add("--landfall.routes=file:routes/*.camel.yaml,file:" + routes + "/*.camel.yaml");
        arguments.add("--landfall.inspection.period=12h");
        arguments.add("--landfall.audit.at=-");
        Contender.Place place = new Contender.Place(stack, topic, NAME, NAME, 0, arguments, options.jvm());
        try (Group group = new Group(stack.bootstrapServers(), NAME, topic);
                Child child = Contender.LANDFALL.start(place)) {
            DataSource source = LedgerDatabase.source(stack, NAME);
            JdbcTemplate ledger = new JdbcTemplate(source);
            child.await(group::isReading, START);
            List<Size> found = new ArrayList<>();
            int there = 0;
            for (int size : sizes) {
                ledger.update(FINAL_TASKS, there + 1, size);
                there = size;
                ledger.execute("vacuum analyze task");
                found.add(measure(size, child, ledger, source));
            }
            report(found);
        }
    }

    private Size measure(int size, Child child, JdbcTemplate ledger, DataSource source) throws Exception {
        double[] scans = new double[rounds];
        double[] pages = new double[rounds];
        double[] inspections = new double[rounds];
        for (int round = 0; round < rounds; round++) {
            ledger.update(SILENT, size / SUSPECTS, round + 1, SUSPECTS);
            ledger.update(AT_WORK);
            Scan scan = scan(ledger, source);
            scans[round] = scan.millis;
            pages[round] = scan.pages;
            inspections[round] = inspection(child, ledger);
            ledger.update(LOUD);
            ledger.execute("truncate suspicion, model_call");
            System.out.printf(
                    "%,d tasks: scan %.1f ms, %,.0f pages, inspection %.0f ms%n",
                    size, scans[round], pages[round], inspections[round]);
        }
        return new Size(
                size, median(scans), Arrays.stream(scans).min().orElseThrow(), median(pages), median(inspections));
    }

    /** The claim as the inspector makes it, taken back. */
    private static Scan scan(JdbcTemplate ledger, DataSource source) throws IOException {
        String claim = new ClassPathResource("sql/scan-suspects.sql")
                .getContentAsString(StandardCharsets.UTF_8)
                .replace(":?total", Integer.toString(SUSPECTS))
                .replace(":?fresh", Integer.toString(SUSPECTS))
                .replace(":?leaseMillis", "60000");
        String json = new TransactionTemplate(new DataSourceTransactionManager(source)).execute(status -> {
            status.setRollbackOnly();
            return ledger.queryForObject("explain (analyze, buffers, format json) " + claim, String.class);
        });
        JsonNode plan = new ObjectMapper().readTree(json).path(0);
        return new Scan(
                plan.path("Execution Time").asDouble(),
                plan.at("/Plan/Shared Hit Blocks").asDouble()
                        + plan.at("/Plan/Shared Read Blocks").asDouble());
    }

    private static double inspection(Child child, JdbcTemplate ledger) throws Exception {
        Long last = ledger.queryForObject("select coalesce(max(id), 0) from inspection", Long.class);
        ledger.update("update inspection_control set next_at = now()");
        child.await(
                () -> Boolean.TRUE.equals(ledger.queryForObject(
                        "select exists (select 1 from inspection where id > ? and ended_at is not null)",
                        Boolean.class,
                        last)),
                LONGEST);
        return ledger.queryForObject(
                "select extract(epoch from ended_at - started_at) * 1000 from inspection where id > ? and running = ?",
                Double.class,
                last,
                SUSPECTS);
    }

    private void report(List<Size> found) throws IOException {
        System.out.printf("%n%12s %14s %14s %14s %18s%n", "tasks", "scan, ms", "best, ms", "pages", "inspection, ms");
        ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        ObjectNode root = json.createObjectNode().put("name", "inspection");
        root.putObject("conditions")
                .put("suspects", SUSPECTS)
                .put("verifierMillisPerTask", 20)
                .put("rounds", rounds)
                .put("postgresFsync", options.fsync());
        ArrayNode sized = root.putArray("sizes");
        for (Size size : found) {
            System.out.printf(
                    "%,12d %14.1f %14.1f %,14.0f %18.0f%n",
                    size.tasks, size.scan, size.best, size.pages, size.inspection);
            sized.addObject()
                    .put("tasks", size.tasks)
                    .put("scanMillis", size.scan)
                    .put("bestScanMillis", size.best)
                    .put("scanPages", size.pages)
                    .put("inspectionMillis", size.inspection);
        }
        Path file = Files.createDirectories(Path.of("target", "bench")).resolve("inspection.json");
        json.writeValue(file.toFile(), root);
        System.out.println("written to " + file);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return sorted[sorted.length / 2];
    }
}
