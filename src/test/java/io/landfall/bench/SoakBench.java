package io.landfall.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import org.springframework.jdbc.core.JdbcTemplate;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.landfall.stack.LocalStack;

/** Ten million events at a steady rate: whether memory, threads, open files and connections stay as they are. */
final class SoakBench {
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration LONGEST = Duration.ofHours(1);
    private static final int LOOKS = 20;
    private static final String NAME = "bench-soak";

    private final BenchOptions options;
    private final LocalStack stack;
    private final int tasks = BenchOptions.number("bench.tasks", 2_000_000);
    private final int rate = BenchOptions.number("bench.rate", 4_000);
    private final List<Look> looks = new ArrayList<>();

    private SoakBench(BenchOptions options, LocalStack stack) {
        this.options = options;
        this.stack = stack;
    }

    /** How the process was then. */
    private record Look(long sent, long lag, long mebibytes, long threads, long files, long connections) {}

    static void run(BenchOptions options) throws Exception {
        try (LocalStack stack = LocalStack.start(options.servers())) {
            new SoakBench(options, stack).measure();
        }
    }

    private void measure() throws Exception {
        Topics topics = new Topics(stack.bootstrapServers());
        topics.create(List.of(NAME, "landfall.dead-letters", "landfall.dispatch", "landfall.alarms"));
        Elastic elastic = new Elastic(stack.elasticsearchUrl());
        elastic.createIndex(NAME + "-000001", NAME);
        Contender.Place place = new Contender.Place(stack, NAME, NAME, NAME, tasks, options.arguments(), options.jvm());
        try (Child child = Contender.LANDFALL.start(place)) {
            JdbcTemplate ledger = LedgerDatabase.open(stack, NAME);
            try (Group group = new Group(stack.bootstrapServers(), NAME, NAME)) {
                child.await(group::isReading, START);
            }
            Thread traffic = new Thread(() -> topics.fillPaced(NAME, tasks, rate), "traffic");
            traffic.start();
            long events = (long) tasks * BacklogTask.EVENTS;
            long begin = System.nanoTime();
            for (int look = 1; look <= LOOKS; look++) {
                long sent = events / LOOKS * look;
                pauseUntil(begin + sent * 1_000_000_000L / rate);
                look(sent, child, ledger);
            }
            traffic.join();
            try (Group group = new Group(stack.bootstrapServers(), NAME, NAME)) {
                child.await(() -> group.lag() == 0, LONGEST);
            }
            report(child, Exactness.of(elastic, NAME, Variant.CLEAN, tasks));
        }
    }

    private static void pauseUntil(long nanos) {
        while (nanos - System.nanoTime() > 0) {
            LockSupport.parkNanos(nanos - System.nanoTime());
        }
    }

    private void look(long sent, Child child, JdbcTemplate ledger) throws Exception {
        child.checkAlive();
        try (Group group = new Group(stack.bootstrapServers(), NAME, NAME)) {
            Long connections = ledger.queryForObject(
                    "select count(*) from pg_stat_activity where datname = current_database()", Long.class);
            Look look = new Look(
                    sent,
                    group.lag(),
                    child.residentMebibytes(),
                    child.threads(),
                    child.openFiles(),
                    // but for the one that asks
                    connections == null ? 0 : connections - 1);
            looks.add(look);
            System.out.printf(
                    "%,d events: lag %,d, %d MiB, %d threads, %d open files, %d connections%n",
                    look.sent, look.lag, look.mebibytes, look.threads, look.files, look.connections);
        }
    }

    private void report(Child child, Exactness exactness) throws IOException {
        System.out.printf("peak %d MiB, %s%n", child.peakMebibytes(), exactness);
        ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        ObjectNode root = json.createObjectNode().put("name", "soak");
        root.putObject("conditions")
                .put("tasks", tasks)
                .put("eventsPerSecond", rate)
                .put("heap", Child.HEAP)
                .put("postgresFsync", options.fsync());
        root.set("looks", json.valueToTree(looks));
        root.put("peakRssMb", child.peakMebibytes()).put("exact", exactness.exact());
        Path file = Files.createDirectories(Path.of("target", "bench")).resolve("soak.json");
        json.writeValue(file.toFile(), root);
        System.out.println("written to " + file);
    }
}
