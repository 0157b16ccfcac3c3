package io.landfall.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The medians of all runs, as a table and as {@code target/bench/NAME.json}. */
final class BenchReport {
    private static final ObjectMapper JSON = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

    private final String name;
    private final BenchOptions options;
    private final Map<Variant, Map<Contender, List<Measured>>> runs = new EnumMap<>(Variant.class);

    BenchReport(String name, BenchOptions options) {
        this.name = name;
        this.options = options;
    }

    void add(Contender contender, Variant variant, Measured measured) {
        runs.computeIfAbsent(variant, key -> new EnumMap<>(Contender.class))
                .computeIfAbsent(contender, key -> new ArrayList<>())
                .add(measured);
    }

    static String line(Measured run) {
        return "%,.0f events/s, %.1f CPU s, %d MiB, %s"
                .formatted(run.eventsPerSecond(), Measured.seconds(run.cpu()), run.peakMebibytes(), run.exactness());
    }

    void print() {
        System.out.printf(
                "%n%-10s %-18s %9s %6s %7s %7s %7s %7s %6s %9s %9s%n",
                "variant",
                "contender",
                "events/s",
                "ratio",
                "CPU s",
                "ES s",
                "Kafka s",
                "PG s",
                "MiB",
                "exact",
                "wrong st.");
        runs.forEach((variant, contenders) -> contenders.forEach((contender, measured) -> System.out.printf(
                "%-10s %-18s %,9.0f %6.2f %7.1f %7.1f %7.1f %7.1f %6.0f %,9.0f %,9.0f%n",
                variant.label(),
                contender.label(),
                median(measured, Measured::eventsPerSecond),
                ratio(variant, measured),
                median(measured, run -> Measured.seconds(run.cpu())),
                median(measured, server("elasticsearch")),
                median(measured, server("kafka")),
                median(measured, server("postgres")),
                median(measured, Measured::peakMebibytes),
                median(measured, run -> run.exactness().exact()),
                median(measured, run -> run.exactness().wrongState()))));
    }

    void write() throws IOException {
        ObjectNode root = JSON.createObjectNode().put("name", name);
        conditions(root.putObject("conditions"));
        runs.forEach((variant, contenders) -> {
            // the clean runs are the benchmark; others stand beside them
            ObjectNode into = root.putObject(variant == Variant.CLEAN ? "contenders" : variant.label());
            contenders.forEach((contender, measured) ->
                    figures(into.putObject(contender.label()), ratio(variant, measured), measured));
        });
        Path file = Files.createDirectories(Path.of("target", "bench")).resolve(name + ".json");
        JSON.writeValue(file.toFile(), root);
        System.out.println("written to " + file);
    }

    private void conditions(ObjectNode into) {
        into.put("tasks", options.tasks())
                .put("eventsPerTask", BacklogTask.EVENTS)
                .put("partitions", Topics.PARTITIONS)
                .put("rounds", options.rounds())
                .put("heap", Child.HEAP)
                .put("index", "1 shard, 0 replicas, explicit mapping")
                .put("postgresFsync", options.fsync())
                .put("processors", Runtime.getRuntime().availableProcessors())
                .put("java", Runtime.version().toString())
                .put("measured", "from the first partition assigned to the last offset committed");
        ObjectNode disorder = into.putObject("disorder");
        disorder.put("deliveredTwice", Variant.DISORDER.duplicated()).put("swapped", Variant.DISORDER.swapped());
    }

    private static void figures(ObjectNode into, double ratio, List<Measured> runs) {
        into.put("eventsPerSecond", rounded(median(runs, Measured::eventsPerSecond), 1))
                .put("ratioToBareLoop", Double.isNaN(ratio) ? null : rounded(ratio, 3))
                .put("cpuSeconds", rounded(median(runs, run -> Measured.seconds(run.cpu())), 1))
                .put("peakRssMb", rounded(median(runs, Measured::peakMebibytes), 0))
                .put("seconds", rounded(median(runs, run -> Measured.seconds(run.took())), 2))
                .put("secondsSinceStart", rounded(median(runs, run -> Measured.seconds(run.sinceStart())), 2))
                .put("cpuSecondsSinceStart", rounded(median(runs, run -> Measured.seconds(run.cpuSinceStart())), 1))
                .put("elasticsearchCpuSeconds", rounded(median(runs, server("elasticsearch")), 1))
                .put("kafkaCpuSeconds", rounded(median(runs, server("kafka")), 1))
                .put("postgresCpuSeconds", rounded(median(runs, server("postgres")), 1))
                .put("exact", rounded(median(runs, run -> run.exactness().exact()), 0))
                .put("wrongState", rounded(median(runs, run -> run.exactness().wrongState()), 0))
                .put("wrongFields", rounded(median(runs, run -> run.exactness().wrongFields()), 0))
                .put("missing", rounded(median(runs, run -> run.exactness().missing()), 0));
    }

    /** Not a number when the bare loop was not among the contenders. */
    private double ratio(Variant variant, List<Measured> measured) {
        List<Measured> bare = runs.get(variant).get(Contender.BARE_LOOP);
        return bare == null
                ? Double.NaN
                : median(measured, Measured::eventsPerSecond) / median(bare, Measured::eventsPerSecond);
    }

    private static ToDoubleFunction<Measured> server(String server) {
        return run -> Measured.seconds(run.serverCpu().get(server));
    }

    private static double median(List<Measured> runs, ToDoubleFunction<Measured> figure) {
        double[] sorted = runs.stream().mapToDouble(figure).sorted().toArray();
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    private static double rounded(double value, int digits) {
        double scale = Math.pow(10, digits);
        return Math.round(value * scale) / scale;
    }
}
