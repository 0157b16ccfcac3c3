package io.landfall.bench;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

import io.landfall.stack.LocalStack;

/**
 * From a full backlog to the last landed document: so many tasks of five events (300 B, tiny, 1 KB, 600 B, tiny) in 4
 * partitions, clean and in disorder, and other shapes of tasks when they are named. All contenders read the same topics, each into a new index, one after the other.
 */
final class BacklogBench {
    private static final List<String> PRODUCT_TOPICS = List.of(
            "landfall.task-events",
            "landfall.model-calls",
            "landfall.dead-letters",
            "landfall.dispatch",
            "landfall.commands",
            "landfall.alarms");

    private final BenchOptions options;
    private final LocalStack stack;
    private final Map<Variant, Integer> events = new EnumMap<>(Variant.class);
    private final BenchReport report;
    private int runs;

    private BacklogBench(BenchOptions options, LocalStack stack) {
        this.options = options;
        this.stack = stack;
        this.report = new BenchReport("backlog", options);
    }

    static void run(BenchOptions options) throws Exception {
        try (LocalStack stack = LocalStack.start(options.servers())) {
            BacklogBench bench = new BacklogBench(options, stack);
            bench.fill();
            bench.measure();
            bench.report.print();
            bench.report.write();
        }
    }

    private void fill() throws Exception {
        Topics topics = new Topics(stack.bootstrapServers());
        topics.create(PRODUCT_TOPICS);
        for (Variant variant : variants()) {
            topics.create(List.of(variant.topic()));
            events.put(variant, topics.fill(variant, tasks(variant)));
            System.out.printf("filled %s with %,d events%n", variant.topic(), events.get(variant));
        }
    }

    private void measure() throws Exception {
        List<Contender> order = new ArrayList<>(Arrays.stream(Contender.values())
                .filter(contender -> options.wants(contender.label()))
                .toList());
        // cold caches and a cold Elasticsearch: thrown away
        one(Contender.BARE_LOOP, variants().get(0), "warm-up");
        for (int round = 1; round <= options.rounds(); round++) {
            for (Contender contender : order) {
                for (Variant variant : variants(contender)) {
                    report.add(contender, variant, one(contender, variant, "round " + round));
                }
            }
            Collections.rotate(order, -1);
        }
    }

    private Measured one(Contender contender, Variant variant, String when) throws Exception {
        String name = "bench-%s-%d".formatted(contender.label(), ++runs);
        Contender.Place place = new Contender.Place(
                stack,
                variant.topic(),
                name,
                name,
                variant.shape(),
                tasks(variant),
                options.arguments(),
                options.jvm());
        int due = contender.reads()
                ? events.get(variant)
                : tasks(variant) * variant.shape().events();
        Measured measured = new BacklogRun(contender, place, variant, due).measure();
        System.out.printf("%s: %s, %s: %s%n", when, contender.label(), variant.label(), BenchReport.line(measured));
        return measured;
    }

    private int tasks(Variant variant) {
        return variant.shape().tasks(options.tasks());
    }

    private List<Variant> variants(Contender contender) {
        return variants().stream()
                .filter(variant -> contender.reads() || variant.hasLimit())
                .toList();
    }

    private List<Variant> variants() {
        return Arrays.stream(Variant.values()).filter(options::wants).toList();
    }
}
