package io.landfall.overview;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

/** A range of time in steps, as it was sampled. */
final class Points {
    private final Step step;
    private final Instant now;
    private final NavigableMap<Instant, Point> points = new TreeMap<>();

    /** @param now by the ledger's clock: the step that holds it is not over */
    Points(Step step, Instant now) {
        this.step = step;
        this.now = now;
    }

    /** @param begin of a step */
    Point at(Instant begin) {
        return points.computeIfAbsent(begin, unused -> new Point());
    }

    /** All together. */
    History.Landed landed() {
        Point whole = new Point();
        points.values().forEach(whole::add);
        double seconds = points.keySet().stream().mapToDouble(this::seconds).sum();
        return new History.Landed(
                whole.documents(),
                seconds == 0 ? 0 : (double) whole.documents() / seconds,
                whole.events(),
                whole.quantile(0.5),
                whole.quantile(0.99));
    }

    /** From the first that was sampled to the last. */
    Series series() {
        List<Instant> at = new ArrayList<>();
        List<@Nullable Point> there = new ArrayList<>();
        if (!points.isEmpty()) {
            for (Instant begin = points.firstKey();
                    !begin.isAfter(points.lastKey());
                    begin = begin.plus(step.length())) {
                at.add(begin);
                there.add(points.get(begin));
            }
        }
        Map<String, List<@Nullable Long>> nonFinal = new LinkedHashMap<>();
        for (String state : Levels.STATES) {
            nonFinal.put(state, levels(there, point -> point.level(Level.TASKS, state)));
        }
        List<@Nullable Double> perSecond = new ArrayList<>();
        for (int i = 0; i < at.size(); i++) {
            Point point = there.get(i);
            perSecond.add(point == null ? null : (double) point.documents() / seconds(at.get(i)));
        }
        return new Series(
                step.length(),
                at,
                nonFinal,
                levels(there, point -> point.sum(Level.STUCK)),
                levels(there, point -> point.sum(Level.UNLANDED)),
                perSecond,
                quantiles(there, 0.5),
                quantiles(there, 0.99),
                levels(there, point -> point.sum(Level.FAILURES)),
                levels(there, point -> point.sum(Level.LAG)));
    }

    /** Nobody looked: null, not none. */
    private static List<@Nullable Long> levels(List<@Nullable Point> points, Function<Point, Long> number) {
        List<@Nullable Long> levels = new ArrayList<>(points.size());
        for (Point point : points) {
            levels.add(point == null || !point.isCounted() ? null : number.apply(point));
        }
        return levels;
    }

    private static List<@Nullable Double> quantiles(List<@Nullable Point> points, double share) {
        List<@Nullable Double> quantiles = new ArrayList<>(points.size());
        for (Point point : points) {
            quantiles.add(point == null ? null : point.quantile(share));
        }
        return quantiles;
    }

    /** Of the step that has passed by now; the last one is not over. */
    private double seconds(Instant at) {
        long passed = Duration.between(at, now).toSeconds();
        return (double) Math.min(step.seconds(), Math.max(passed, Step.TEN_SECONDS.seconds()));
    }
}
