package io.landfall.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.landfall.stack.LocalStack;

/**
 * So many PENDING failures, all due, drained by compensation at its default rate: the rate that comes of it, by the ledger's
 * clock, and what it costs. The tasks are those of the backlog; each is written whole.
 */
final class DrainBench {
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration LONGEST = Duration.ofMinutes(30);
    private static final String NAME = "bench-drain";

    private static final String UNLANDED = "update task set landed_version = 0";
    private static final String FAILED =
            """
            insert into failure (task_id, index_name, operation, version, cause, reason, trigger_name, fragment, truncated, status,
                next_attempt_at)
            select task_id, index_name, 'index', version, 'throttled', 'made by a benchmark', 'task-events', '{}', false, 'PENDING',
                now() from task
            """;
    private static final String SECONDS =
            """
            select extract(epoch from max(ended_at) - min(started_at)) from compensation_run where tried > 0
            """;

    private final BenchOptions options;
    private final LocalStack stack;

    private DrainBench(BenchOptions options, LocalStack stack) {
        this.options = options;
        this.stack = stack;
    }

    static void run(BenchOptions options) throws Exception {
        try (LocalStack stack = LocalStack.start(options.servers())) {
            new DrainBench(options, stack).measure();
        }
    }

    private void measure() throws Exception {
        Topics topics = new Topics(stack.bootstrapServers());
        topics.create(List.of(Variant.CLEAN.topic(), "landfall.dead-letters", "landfall.dispatch"));
        topics.fill(Variant.CLEAN, options.tasks());
        Elastic elastic = new Elastic(stack.elasticsearchUrl());
        elastic.createIndex(NAME + "-000001", NAME);
        List<String> arguments = new java.util.ArrayList<>(options.arguments());
        arguments.add("--landfall.compensation.period=1s");
        Contender.Place place = new Contender.Place(
                stack, Variant.CLEAN.topic(), NAME, NAME, options.tasks(), arguments, options.jvm());
        try (Group group = new Group(stack.bootstrapServers(), NAME, Variant.CLEAN.topic());
                Child child = Contender.LANDFALL.start(place)) {
            JdbcTemplate ledger = LedgerDatabase.open(stack, NAME);
            child.await(group::isReading, START);
            child.await(() -> group.lag() == 0, LONGEST);
            ledger.update(UNLANDED);
            Duration before = child.cpu();
            ledger.update(FAILED);
            child.await(
                    () -> count(ledger, "select count(*) from failure where status = 'RESOLVED'") == options.tasks()
                            && count(ledger, "select count(*) from compensation_run where ended_at is null") == 0,
                    LONGEST);
            report(ledger, child.cpu().minus(before), child.peakMebibytes());
        }
    }

    private void report(JdbcTemplate ledger, Duration cpu, long peakMebibytes) throws IOException {
        Double seconds = ledger.queryForObject(SECONDS, Double.class);
        double rate = options.tasks() / seconds;
        System.out.printf(
                "drained %,d failures in %.1f s: %.1f a second; own CPU %.1f s, peak %d MiB, %d tries%n",
                options.tasks(),
                seconds,
                rate,
                Measured.seconds(cpu),
                peakMebibytes,
                count(ledger, "select sum(tried) from compensation_run"));
        ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        ObjectNode root = json.createObjectNode().put("name", "drain");
        root.putObject("conditions").put("failures", options.tasks()).put("postgresFsync", options.fsync());
        root.putObject("contenders")
                .putObject("landfall")
                .put("failuresPerSecond", rate)
                .put("seconds", seconds)
                .put("cpuSeconds", Measured.seconds(cpu))
                .put("peakRssMb", peakMebibytes);
        Path file = Files.createDirectories(Path.of("target", "bench")).resolve("drain.json");
        json.writeValue(file.toFile(), root);
        System.out.println("written to " + file);
    }

    private static long count(JdbcTemplate ledger, String sql) {
        Long count = ledger.queryForObject(sql, Long.class);
        return count == null ? 0 : count;
    }
}
