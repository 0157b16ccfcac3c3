package io.landfall.bench;

import java.util.Map;
import java.util.TreeMap;

/** Runs the benchmark named by {@code -Dbench}; {@code ./mvnw -Pbench verify -Dbench=backlog} starts it. */
public final class Bench {
    /** A benchmark: prints what it found and writes it to {@code target/bench/NAME.json}. */
    interface Benchmark {
        void run(BenchOptions options) throws Exception;
    }

    private static final Map<String, Benchmark> BENCHMARKS = new TreeMap<>(Map.ofEntries(
            Map.entry("backlog", BacklogBench::run),
            Map.entry("drain", DrainBench::run),
            Map.entry("growth", GrowthBench::run),
            Map.entry("headline", HeadlineBench::run),
            Map.entry("inspection", InspectionBench::run),
            Map.entry("latency", LatencyBench::run),
            Map.entry("outage", OutageBench::run),
            Map.entry("outbox", OutboxBench::run),
            Map.entry("overview", OverviewBench::run),
            Map.entry("rebuild", RebuildBench::run),
            Map.entry("scale", ScaleBench::run),
            Map.entry("soak", SoakBench::run)));

    private Bench() {}

    public static void main(String[] args) throws Exception {
        String name = System.getProperty("bench", "");
        Benchmark benchmark = BENCHMARKS.get(name);
        if (benchmark == null) {
            System.err.println("There is no benchmark '" + name + "'. -Dbench may be one of " + BENCHMARKS.keySet());
            System.exit(2);
            return;
        }
        benchmark.run(BenchOptions.fromSystemProperties());
    }
}
