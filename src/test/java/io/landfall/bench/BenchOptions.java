package io.landfall.bench;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;

import io.landfall.stack.StackOptions;

/**
 * What to measure, and how often.
 *
 * @param tasks how many, {@code -Dbench.tasks}
 * @param rounds measured runs of each contender, {@code -Dbench.rounds}
 * @param contenders by name, {@code -Dbench.contenders}; empty: all
 * @param variants {@code clean} and {@code disorder}; when named also {@code refused-1} and {@code refused-100}, {@code -Dbench.variants}
 * @param arguments more command-line arguments for Landfall, {@code -Dbench.arguments}, split at blanks
 * @param jvm options of every contender's JVM, {@code -Dbench.jvm}, split at blanks; those that README recommends by default
 * @param fsync whether PostgreSQL waits for its disk, {@code -Dbench.fsync}; Elasticsearch always does
 */
record BenchOptions(
        int tasks,
        int rounds,
        List<String> contenders,
        List<String> variants,
        List<String> arguments,
        List<String> jvm,
        boolean fsync) {
    /** For little processor: a collector without threads of its own, and no compiler that costs more than it gives back. */
    static final String RECOMMENDED_JVM = "-XX:+UseSerialGC -XX:TieredStopAtLevel=1";

    BenchOptions {
        if (tasks < 1 || tasks > 10_000_000 || rounds < 1) {
            throw new IllegalArgumentException(
                    "bench.tasks is " + tasks + " (1 to 10,000,000), bench.rounds is " + rounds + " (1 or more)");
        }
    }

    static BenchOptions fromSystemProperties() {
        return new BenchOptions(
                number("bench.tasks", 100_000),
                Integer.parseInt(property("bench.rounds", "1")),
                words("bench.contenders", ","),
                words("bench.variants", ","),
                words("bench.arguments", " "),
                words("bench.jvm", RECOMMENDED_JVM, " "),
                Boolean.parseBoolean(property("bench.fsync", "true")));
    }

    /** Of one benchmark alone. */
    static int number(String key, int fallback) {
        int value = Integer.parseInt(property(key, Integer.toString(fallback)));
        if (value < 1) {
            throw new IllegalArgumentException(key + " is " + value + " (1 or more)");
        }
        return value;
    }

    /** The servers of every benchmark: as fast as they can be, in a place of their own. */
    StackOptions servers() {
        return StackOptions.tests()
                .withFullSpeed()
                .withData(Path.of("target", "bench", "stack"), false)
                .withPostgres("fsync", Boolean.toString(fsync));
    }

    boolean wants(String contender) {
        return contenders.isEmpty() || contenders.contains(contender);
    }

    boolean wants(Variant variant) {
        return variants.isEmpty() ? variant.isUsual() : variants.contains(variant.label());
    }

    private static List<String> words(String key, String separator) {
        return words(key, "", separator);
    }

    /** Of one benchmark alone, too. */
    static List<String> words(String key, String fallback, String separator) {
        return Arrays.stream(property(key, fallback).split(separator))
                .map(String::strip)
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** A property that is set but empty is not given: the build hands all of them on. */
    private static String property(String key, String fallback) {
        String value = System.getProperty(key, "");
        return value.isBlank() ? fallback : value;
    }
}
