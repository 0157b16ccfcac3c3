package io.landfall.overview;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** What there was at the beginning of a step, and what landed within it. */
final class Point {
    private final Map<String, Map<String, Long>> levels = new HashMap<>();
    private boolean counted;
    private List<Long> buckets = List.of();
    private long documents;
    private long events;

    /** Somebody counted: a level that is not told is none. */
    void counted() {
        counted = true;
    }

    boolean isCounted() {
        return counted;
    }

    void level(String kind, String name, long number) {
        levels.computeIfAbsent(kind, unused -> new HashMap<>()).merge(name, number, Long::sum);
    }

    void documents(long number) {
        documents += number;
    }

    /** @param more by {@link LatencyScale} */
    void events(long number, List<Long> more) {
        events += number;
        buckets = Buckets.sum(buckets, more);
    }

    void add(Point other) {
        documents(other.documents);
        events(other.events, other.buckets);
    }

    long level(String kind, String name) {
        return levels.getOrDefault(kind, Map.of()).getOrDefault(name, 0L);
    }

    long sum(String kind) {
        return levels.getOrDefault(kind, Map.of()).values().stream()
                .mapToLong(Long::longValue)
                .sum();
    }

    long documents() {
        return documents;
    }

    long events() {
        return events;
    }

    /** Seconds that a share of all events took at most; null: there are none. */
    @Nullable
    Double quantile(double share) {
        double seconds = LatencyScale.quantile(buckets, share);
        return Double.isNaN(seconds) ? null : seconds;
    }
}
