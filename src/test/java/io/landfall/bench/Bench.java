package io.landfall.bench;

import java.util.Map;
import java.util.TreeMap;

/** Runs the benchmark named by {@code -Dbench}; {@code ./mvnw -Pbench verify -Dbench=backlog} starts it. */
public final class Bench {
    /** A benchmark: prints what it found and writes it to {@code target/bench/NAME.json}. */
    interface Benchmark {
        void run(BenchOptions options) throws Exception;
    }

    private static final Map<String, Benchmark> BENCHMARKS = new TreeMap<>(Map.of(
            "backlog", BacklogBench::run,
            "drain", DrainBench::run,
            "headline", HeadlineBench::run,
            "inspection", InspectionBench::run,
            "latency", LatencyBench::run,
            "outage", OutageBench::run,
            "outbox", OutboxBench::run,
            "overview", OverviewBench::run,
            "rebuild", RebuildBench::run));

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
