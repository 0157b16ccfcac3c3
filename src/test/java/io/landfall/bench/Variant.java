package io.landfall.bench;

import java.util.Locale;

/** How the backlog lies in its topic. */
enum Variant {
    /** Each event once, those of a task in their order. */
    CLEAN(Shape.FIVE_EVENTS, 0, 0, 0),
    /** 5 % of the events are delivered twice, 2 % have changed places with the next one of their task. */
    DISORDER(Shape.FIVE_EVENTS, 0.05, 0.02, 0),
    /** A field of one task in a hundred is refused by the mapping. */
    REFUSED_1(Shape.FIVE_EVENTS, 0, 0, 1),
    /** A field of every task is refused by the mapping. */
    REFUSED_100(Shape.FIVE_EVENTS, 0, 0, 100),
    /** One event a task. */
    ONE_EVENT(Shape.ONE_EVENT, 0, 0, 0),
    /** Documents of 20 KB. */
    LARGE(Shape.LARGE_DOCUMENTS, 0, 0, 0),
    /** Thousands of events a task. */
    HOT(Shape.HOT_KEYS, 0, 0, 0);

    private final Shape shape;
    private final double duplicated;
    private final double swapped;
    private final int refusedPercent;

    Variant(Shape shape, double duplicated, double swapped, int refusedPercent) {
        this.shape = shape;
        this.duplicated = duplicated;
        this.swapped = swapped;
        this.refusedPercent = refusedPercent;
    }

    /** Whether a field of that task is of a type that the mapping refuses. */
    boolean isRefused(int task) {
        return task % 100 < refusedPercent;
    }

    /** Whether it is measured when no variants are named. */
    boolean isUsual() {
        return this == CLEAN || this == DISORDER;
    }

    /** Whether its documents are those of no other variant before it, so that it has a limit of its own. */
    boolean hasLimit() {
        return this == CLEAN || shape != Shape.FIVE_EVENTS;
    }

    Shape shape() {
        return shape;
    }

    /** Its task of that number. */
    BacklogTask task(int number) {
        return new BacklogTask(number, shape, isRefused(number));
    }

    double duplicated() {
        return duplicated;
    }

    double swapped() {
        return swapped;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    String topic() {
        return "bench-backlog-" + label();
    }
}
