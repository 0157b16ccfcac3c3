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
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.landfall.stack.LocalStack;

/**
 * So many tasks of a little less than 1 KB, made in SQL, written to a new index by a rebuild without a bound to its rate: the
 * rate that comes of it, by the ledger's clock, and the peak of memory before it and at every quarter of it.
 */
final class RebuildBench {
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration LONGEST = Duration.ofMinutes(60);
    private static final String NAME = "bench-rebuild";
    private static final String TOPIC = "bench.rebuild";

    private static final String TASKS =
            """
            insert into task (task_id, index_name, state, attempt, version, landed_version, highest_seq, marks, created_at,
                state_since, updated_at)
            select 'task-' || lpad(n::text, 9, '0'), ?, 'ANALYZED', 1, n, n, 1,
                convert_to('{"f":[["text",1,1,' || 802 || ']],"t":{},"s":[]}', 'UTF8'),
                now() - interval '1 day', now() - interval '1 day', now() - interval '1 day'
            from generate_series(?::bigint, ?::bigint) n
            """;

    private static final String CONTENTS =
            """
            insert into task_content (task_id, content)
            select 'task-' || lpad(n::text, 9, '0'), convert_to('{"text":"' || repeat(md5(n::text), 25) || '"}', 'UTF8')
            from generate_series(?::bigint, ?::bigint) n
            """;

    private static final int PART = 100_000;

    private final BenchOptions options;
    private final LocalStack stack;
    private final List<Long> peaks = new ArrayList<>();

    private RebuildBench(BenchOptions options, LocalStack stack) {
        this.options = options;
        this.stack = stack;
    }

    static void run(BenchOptions options) throws Exception {
        try (LocalStack stack = LocalStack.start(options.servers())) {
            new RebuildBench(options, stack).measure();
        }
    }

    private void measure() throws Exception {
        Topics topics = new Topics(stack.bootstrapServers());
        topics.create(List.of(TOPIC, "landfall.dead-letters", "landfall.dispatch"));
        Elastic elastic = new Elastic(stack.elasticsearchUrl());
        elastic.createIndex(NAME + "-000001", NAME);
        List<String> arguments = new ArrayList<>(options.arguments());
        arguments.add("--landfall.rebuild.rate=1000000");
        Contender.Place place =
                new Contender.Place(stack, TOPIC, NAME, NAME, options.tasks(), arguments, options.jvm());
        try (Group group = new Group(stack.bootstrapServers(), NAME, TOPIC);
                Child child = Contender.LANDFALL.start(place)) {
            JdbcTemplate ledger = LedgerDatabase.open(stack, NAME);
            child.await(group::isReading, START);
            fill(ledger);
            peaks.add(child.peakMebibytes());
            Duration before = child.cpu();
            ledger.update("insert into rebuild (index_name, started_by) values (?, 'bench')", NAME);
            for (int quarter = 1; quarter <= 4; quarter++) {
                long tasks = options.tasks() / 4L * quarter;
                child.await(() -> number(ledger, "select tasks from rebuild") >= tasks, LONGEST);
                peaks.add(child.peakMebibytes());
            }
            Duration scanned = child.cpu().minus(before);
            child.await(() -> number(ledger, "select count(*) from rebuild where status = 'DONE'") == 1, LONGEST);
            long documents = elastic.count(NAME);
            if (documents != options.tasks()) {
                throw new IOException(documents + " documents of " + options.tasks() + " tasks");
            }
            report(ledger, scanned);
        }
    }

    private void fill(JdbcTemplate ledger) {
        for (long from = 1; from <= options.tasks(); from += PART) {
            long to = Math.min(options.tasks(), from + PART - 1);
            ledger.update(TASKS, NAME, from, to);
            ledger.update(CONTENTS, from, to);
        }
        ledger.execute("analyze task, task_content");
    }

    private void report(JdbcTemplate ledger, Duration cpu) throws IOException {
        Double seconds =
                ledger.queryForObject("select extract(epoch from swapped_at - started_at) from rebuild", Double.class);
        Double check =
                ledger.queryForObject("select extract(epoch from ended_at - swapped_at) from rebuild", Double.class);
        double rate = options.tasks() / seconds;
        System.out.printf(
                "rebuilt %,d tasks in %.1f s until the alias moved, %.1f s more to its end: %.0f a second; own CPU %.1f s;"
                        + " peak MiB before and at each quarter %s%n",
                options.tasks(), seconds, check, rate, Measured.seconds(cpu), peaks);
        ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        ObjectNode root = json.createObjectNode().put("name", "rebuild");
        root.putObject("conditions").put("tasks", options.tasks()).put("postgresFsync", options.fsync());
        ObjectNode landfall = root.putObject("contenders").putObject("landfall");
        landfall.put("tasksPerSecond", rate)
                .put("secondsUntilSwapped", seconds)
                .put("secondsOfTheLastComparison", check)
                .put("cpuSeconds", Measured.seconds(cpu))
                .put("peakRssMb", peaks.get(peaks.size() - 1));
        landfall.set("peakRssMbBeforeAndAtEachQuarter", json.valueToTree(peaks));
        Path file = Files.createDirectories(Path.of("target", "bench")).resolve("rebuild.json");
        json.writeValue(file.toFile(), root);
        System.out.println("written to " + file);
    }

    private static long number(JdbcTemplate ledger, String sql) {
        Long number = ledger.queryForObject(sql, Long.class);
        return number == null ? 0 : number;
    }
}
