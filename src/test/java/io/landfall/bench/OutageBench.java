package io.landfall.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.landfall.fault.EsProxy;
import io.landfall.stack.LocalStack;

/**
 * The view is away while 1,000 events a second keep coming, at a small heap: documents sent for each that was taken, memory,
 * and how long it takes to catch up. It is away from the fifteenth second to the fifteenth before the end.
 */
final class OutageBench {
    private static final int RATE = 1_000;
    private static final long WELL = Duration.ofSeconds(15).toNanos();
    private static final Duration LONGEST = Duration.ofMinutes(20);
    private static final String NAME = "bench-outage";
    private static final String TOPIC = "bench-outage";
    private static final List<String> SMALL = List.of("-Xmx256m");

    private final BenchOptions options;
    private final LocalStack stack;
    private final LongAdder sent = new LongAdder();
    private final LongAdder taken = new LongAdder();
    private final AtomicBoolean away = new AtomicBoolean();

    private OutageBench(BenchOptions options, LocalStack stack) {
        this.options = options;
        this.stack = stack;
    }

    static void run(BenchOptions options) throws Exception {
        try (LocalStack stack = LocalStack.start(options.servers());
                EsProxy proxy = EsProxy.before(stack.elasticsearchUrl())) {
            new OutageBench(options, stack).measure(proxy);
        }
    }

    private void measure(EsProxy proxy) throws Exception {
        Topics topics = new Topics(stack.bootstrapServers());
        topics.create(List.of(TOPIC, "landfall.dead-letters", "landfall.dispatch", "landfall.alarms"));
        Elastic elastic = new Elastic(stack.elasticsearchUrl());
        elastic.createIndex(NAME + "-000001", NAME);
        proxy.behave(this::pass);
        List<String> arguments = new ArrayList<>(options.arguments());
        arguments.add("--landfall.view.url=" + proxy.url());
        List<String> jvm = new ArrayList<>(options.jvm());
        jvm.addAll(SMALL);
        Contender.Place place =
                new Contender.Place(stack, TOPIC, NAME, NAME, options.tasks(), List.copyOf(arguments), jvm);
        int events = options.tasks() * BacklogTask.EVENTS;
        try (Child child = Contender.LANDFALL.start(place)) {
            try (Group group = new Group(stack.bootstrapServers(), NAME, TOPIC)) {
                child.await(group::isReading, LONGEST);
            }
            long end = System.nanoTime() + events * 1_000_000_000L / RATE;
            Thread weather = new Thread(() -> blow(end), "weather");
            weather.start();
            topics.fillPaced(TOPIC, options.tasks(), RATE);
            weather.join();
            long back = end - WELL;
            try (Group group = new Group(stack.bootstrapServers(), NAME, TOPIC)) {
                child.await(() -> group.lag() == 0, LONGEST);
            }
            report(events, Duration.ofNanos(System.nanoTime() - back), child, elastic);
        }
    }

    private void blow(long end) {
        pauseUntil(System.nanoTime() + WELL);
        away.set(true);
        pauseUntil(end - WELL);
        away.set(false);
    }

    private static void pauseUntil(long nanos) {
        while (nanos - System.nanoTime() > 0) {
            LockSupport.parkNanos(nanos - System.nanoTime());
        }
    }

    private EsProxy.Reply pass(EsProxy.Call call) throws IOException {
        long documents = call.isBulk() ? lines(call.body()) / 2 : 0;
        sent.add(documents);
        if (away.get()) {
            return EsProxy.Reply.RESET;
        }
        EsProxy.Reply reply = call.pass();
        taken.add(documents);
        return reply;
    }

    private static long lines(byte[] body) {
        long lines = 0;
        for (byte b : body) {
            lines += b == '\n' ? 1 : 0;
        }
        return lines;
    }

    private void report(int events, Duration caughtUp, Child child, Elastic elastic) throws IOException {
        double perDocument = (double) sent.sum() / taken.sum();
        Exactness exactness = Exactness.of(elastic, NAME, Variant.CLEAN, options.tasks());
        System.out.printf(
                "%,d events, the view away for %d s: %,d documents sent for %,d taken = %.3f, caught up %.1f s after it was"
                        + " back, peak %d MiB, %s%n",
                events,
                events / RATE - 2 * Duration.ofNanos(WELL).toSeconds(),
                sent.sum(),
                taken.sum(),
                perDocument,
                Measured.seconds(caughtUp),
                child.peakMebibytes(),
                exactness);
        ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
        ObjectNode root = json.createObjectNode().put("name", "outage");
        root.putObject("conditions")
                .put("events", events)
                .put("eventsPerSecond", RATE)
                .put("heap", SMALL.get(0));
        root.putObject("contenders")
                .putObject("landfall")
                .put("sentPerDocument", perDocument)
                .put("secondsToCatchUp", Measured.seconds(caughtUp))
                .put("peakRssMb", child.peakMebibytes())
                .put("exact", exactness.exact());
        Path file = Files.createDirectories(Path.of("target", "bench")).resolve("outage.json");
        json.writeValue(file.toFile(), root);
        System.out.println("written to " + file);
    }
}
