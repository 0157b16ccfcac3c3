package io.landfall.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.landfall.fault.EsProxy;
import io.landfall.stack.LocalStack;

/**
 * What more consumers and more nodes give where the view is far away: every bulk takes 50 ms longer and batches are small, so that
 * the processors of this machine are not what is short.
 */
final class ScaleBench {
    private static final Duration START = Duration.ofMinutes(3);
    private static final Duration LONGEST = Duration.ofMinutes(15);
    private static final long FAR = Duration.ofMillis(50).toNanos();
    private static final String BATCH = "200";
    private static final String NAME = "bench-scale";

    private final BenchOptions options;
    private final LocalStack stack;
    private final EsProxy view;

    private ScaleBench(BenchOptions options, LocalStack stack, EsProxy view) {
        this.options = options;
        this.stack = stack;
        this.view = view;
    }

    private record Setup(int nodes, int consumers) {
        long members() {
            return (long) nodes * consumers;
        }

        static final List<Setup> ALL =
                List.of(new Setup(1, 1), new Setup(1, 2), new Setup(1, 4), new Setup(2, 1), new Setup(2, 2));
    }

    private record Found(Setup setup, double eventsPerSecond) {}

    static void run(BenchOptions options) throws Exception {
        try (LocalStack stack = LocalStack.start(options.servers());
                EsProxy view = EsProxy.before(stack.elasticsearchUrl())) {
            view.behave(call -> {
                if (call.isBulk()) {
                    pause();
                }
                return call.pass();
            });
            new ScaleBench(options, stack, view).measure();
        }
    }

    private static void pause() {
        long end = System.nanoTime() + FAR;
        while (end - System.nanoTime() > 0) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    private void measure() throws Exception {
        Topics topics = new Topics(stack.bootstrapServers());
        topics.create(List.of(Variant.CLEAN.topic(), "landfall.dead-letters", "landfall.dispatch", "landfall.alarms"));
        topics.fill(Variant.CLEAN, options.tasks());
        List<Found> found = new ArrayList<>();
        for (Setup setup : Setup.ALL) {
            Found one = new Found(setup, measure(setup));
            System.out.printf("%d x %d consumers: %,.0f events/s%n", setup.nodes, setup.consumers, one.eventsPerSecond);
            found.add(one);
        }
        report(found);
    }

    /** From the moment that all consumers read, to the last offset committed. */
    private double measure(Setup setup) throws Exception {
        String name = "%s-%d-%d".formatted(NAME, setup.nodes, setup.consumers);
        Elastic elastic = new Elastic(stack.elasticsearchUrl());
        elastic.createIndex(name + "-000001", name);
        List<Child> nodes = new ArrayList<>();
        try (Group group = new Group(stack.bootstrapServers(), name, Variant.CLEAN.topic())) {
            for (int node = 1; node <= setup.nodes; node++) {
                Contender.Place place = place(name, node, setup.consumers);
                nodes.add(node == 1 ? Contender.LANDFALL.start(place) : Contender.LANDFALL.again(place));
            }
            nodes.get(0).await(() -> group.members() == setup.members(), START);
            long begin = System.nanoTime();
            long events = group.lag();
            nodes.get(0).await(() -> group.lag() == 0, LONGEST);
            double seconds = Measured.seconds(Duration.ofNanos(System.nanoTime() - begin));
            Exactness exactness = Exactness.of(elastic, name, Variant.CLEAN, options.tasks());
            if (exactness.exact() != options.tasks()) {
                throw new IOException(setup + " did not land all: " + exactness);
            }
            return events / seconds;
        } finally {
            nodes.forEach(Child::close);
            elastic.delete(name + "-000001");
        }
    }

    private Contender.Place place(String name, int node, int consumers) {
        List<String> arguments = new ArrayList<>(options.arguments());
        arguments.add("--landfall.view.url=" + view.url());
        arguments.add("--landfall.ledger.node=node-" + node);
        arguments.add("--landfall.events.consumers=" + consumers);
        arguments.add("--landfall.events.batch-size=" + BATCH);
        arguments.add("--landfall.audit.at=-");
        return new Contender.Place(
                stack, Variant.CLEAN.topic(), name, name, options.tasks(), List.copyOf(arguments), options.jvm());
    }

    private void report(List<Found> found) throws IOException {
        System.out.printf("%n%6s %10s %10s %6s%n", "nodes", "consumers", "events/s", "ratio");
        ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        ObjectNode root = json.createObjectNode().put("name", "scale");
        root.putObject("conditions")
                .put("tasks", options.tasks())
                .put("partitions", Topics.PARTITIONS)
                .put("batchSize", BATCH)
                .put("millisMoreEachBulk", Duration.ofNanos(FAR).toMillis())
                .put("postgresFsync", options.fsync());
        ArrayNode setups = root.putArray("setups");
        for (Found one : found) {
            double ratio = one.eventsPerSecond / found.get(0).eventsPerSecond;
            System.out.printf(
                    "%6d %10d %,10.0f %6.2f%n", one.setup.nodes, one.setup.consumers, one.eventsPerSecond, ratio);
            setups.addObject()
                    .put("nodes", one.setup.nodes)
                    .put("consumersOfEach", one.setup.consumers)
                    .put("eventsPerSecond", one.eventsPerSecond)
                    .put("ratioToFirst", ratio);
        }
        Path file = Files.createDirectories(Path.of("target", "bench")).resolve("scale.json");
        json.writeValue(file.toFile(), root);
        System.out.println("written to " + file);
    }
}
