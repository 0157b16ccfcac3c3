package io.landfall.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.landfall.stack.LocalStack;
import io.landfall.stack.StackOptions;

/**
 * The same backlog on ledgers of ever more tasks. The tasks that are there are final, with a content and an event each, and their
 * ids lie between those of the new ones, so that every page of an index is as likely to be needed as another.
 */
final class GrowthBench {
    private static final Duration START = Duration.ofMinutes(3);
    private static final String NAME = "bench-growth";
    private static final int PART = 500_000;
    private static final String BYTES = "select pg_database_size(current_database())";

    /** Of a number up to so many, an id behind one of the backlog's. */
    private static final String ID = "'bench-' || lpad((n %% %1$d)::text, 7, '0') || '-' || n";

    private static final String TASKS =
            """
            insert into task (task_id, index_name, state, attempt, version, landed_version, highest_seq, marks, task_type, model,
                created_at, state_since, updated_at)
            select ID, 'tasks', 'ANALYZED', 1, n, n, 5, decode(repeat('61', 150), 'hex'), 'call-summary', 'm-1',
                now() - interval '1 hour', now() - interval '1 hour', now() - interval '1 hour'
            from generate_series(?::int, ?::int) n
            """;

    private static final String CONTENTS =
            """
            insert into task_content (task_id, content) select ID, decode(repeat('61', 300), 'hex')
            from generate_series(?::int, ?::int) n
            """;

    private static final String EVENTS =
            """
            insert into task_event (logged_at, task_id, event_id, type, attempt, seq, outcome, version, hash, payload, topic,
                partition_no, offset_no, record_at)
            select now(), ID, 'e-' || n, 'COMPLETED', 1, 5, 'APPLIED', n, decode(repeat('61', 32), 'hex'),
                decode(repeat('61', 100), 'hex'), 'another', 0, n, now() from generate_series(?::int, ?::int) n
            """;

    private final BenchOptions options;
    private final LocalStack stack;
    private final int[] sizes = BenchOptions.words("bench.sizes", "0,100000,1000000,10000000", ",").stream()
            .mapToInt(Integer::parseInt)
            .toArray();

    private GrowthBench(BenchOptions options, LocalStack stack) {
        this.options = options;
        this.stack = stack;
    }

    /**
     * @param tasks that were there
     * @param mebibytes of the database, before
     * @param bytesPerEvent by which the database grew, its indices included
     * @param hot share of the updates of tasks that touched no index
     */
    private record Size(int tasks, long mebibytes, long bytesPerEvent, double hot, Measured measured) {}

    static void run(BenchOptions options) throws Exception {
        StackOptions servers = StackOptions.tests()
                .withFullSpeed()
                .withData(Path.of("target", "bench", "stack"), false)
                // a quarter of the memory that a ledger of ten million tasks would be given
                .withPostgres("shared_buffers", "1GB")
                .withPostgres("fsync", Boolean.toString(options.fsync()));
        try (LocalStack stack = LocalStack.start(servers)) {
            new GrowthBench(options, stack).measure();
        }
    }

    private void measure() throws Exception {
        Topics topics = new Topics(stack.bootstrapServers());
        topics.create(
                List.of(NAME, Variant.CLEAN.topic(), "landfall.dead-letters", "landfall.dispatch", "landfall.alarms"));
        int events = topics.fill(Variant.CLEAN, options.tasks());
        // cold servers: thrown away
        measure(0, 0, events);
        List<Size> found = new ArrayList<>();
        for (int i = 0; i < sizes.length; i++) {
            Size size = measure(i + 1, sizes[i], events);
            found.add(size);
            System.out.printf(
                    "%,d tasks: %s, PostgreSQL %.1f CPU s%n",
                    size.tasks, BenchReport.line(size.measured), postgres(size.measured));
        }
        report(found, events);
    }

    private Size measure(int run, int size, int events) throws Exception {
        String name = NAME + "-" + run;
        List<String> arguments = new ArrayList<>(options.arguments());
        arguments.add("--landfall.inspection.period=12h");
        arguments.add("--landfall.audit.at=-");
        Elastic elastic = new Elastic(stack.elasticsearchUrl());
        elastic.createIndex(name + "-000001", name);
        JdbcTemplate ledger = LedgerDatabase.open(stack, name);
        Contender.Place empty = place(NAME, name, arguments);
        try (Group group = new Group(stack.bootstrapServers(), name, NAME);
                Child child = Contender.LANDFALL.start(empty)) {
            // it has made its tables
            child.await(group::isReading, START);
        }
        fill(ledger, size);
        long before = number(ledger, BYTES);
        Measured measured = new BacklogRun(
                        Contender.LANDFALL, place(Variant.CLEAN.topic(), name, arguments), Variant.CLEAN, events)
                .measureAgain();
        elastic.delete(name + "-000001");
        long grown = number(ledger, BYTES) - before;
        return new Size(size, before / 1_048_576, grown / events, hot(ledger), measured);
    }

    private Contender.Place place(String topic, String name, List<String> arguments) {
        return new Contender.Place(stack, topic, name, name, options.tasks(), arguments, options.jvm());
    }

    private void fill(JdbcTemplate ledger, int size) {
        String id = ID.formatted(options.tasks());
        for (int from = 1; from <= size; from += PART) {
            for (String rows : List.of(TASKS, CONTENTS, EVENTS)) {
                ledger.update(rows.replace("ID", id), from, Math.min(size, from + PART - 1));
            }
        }
        ledger.execute("vacuum analyze task");
        ledger.execute("vacuum analyze task_content");
    }

    private static double hot(JdbcTemplate ledger) {
        Double hot = ledger.queryForObject(
                "select n_tup_hot_upd::float8 / greatest(n_tup_upd, 1) from pg_stat_user_tables where relname = 'task'",
                Double.class);
        return hot == null ? 0 : hot;
    }

    private static long number(JdbcTemplate ledger, String sql) {
        Long number = ledger.queryForObject(sql, Long.class);
        return number == null ? 0 : number;
    }

    private static double postgres(Measured measured) {
        return Measured.seconds(measured.serverCpu().get("postgres"));
    }

    private void report(List<Size> found, int events) throws IOException {
        System.out.printf(
                "%n%12s %9s %10s %6s %9s %9s %6s %11s%n",
                "tasks", "MiB", "events/s", "ratio", "own CPU", "PG CPU", "HOT", "bytes/event");
        ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        ObjectNode root = json.createObjectNode().put("name", "growth");
        root.putObject("conditions").put("events", events).put("postgresFsync", options.fsync());
        ArrayNode sized = root.putArray("sizes");
        for (Size size : found) {
            double rate = size.measured.eventsPerSecond();
            double ratio = rate / found.get(0).measured.eventsPerSecond();
            System.out.printf(
                    "%,12d %,9d %,10.0f %6.2f %9.1f %9.1f %5.0f%% %,11d%n",
                    size.tasks,
                    size.mebibytes,
                    rate,
                    ratio,
                    Measured.seconds(size.measured.cpu()),
                    postgres(size.measured),
                    100 * size.hot,
                    size.bytesPerEvent);
            sized.addObject()
                    .put("tasks", size.tasks)
                    .put("mebibytes", size.mebibytes)
                    .put("eventsPerSecond", rate)
                    .put("ratioToFirst", ratio)
                    .put("cpuSeconds", Measured.seconds(size.measured.cpu()))
                    .put("postgresCpuSeconds", postgres(size.measured))
                    .put("hotUpdates", size.hot)
                    .put("ledgerBytesPerEvent", size.bytesPerEvent)
                    .put("exact", size.measured.exactness().exact());
        }
        Path file = Files.createDirectories(Path.of("target", "bench")).resolve("growth.json");
        json.writeValue(file.toFile(), root);
        System.out.println("written to " + file);
    }
}
