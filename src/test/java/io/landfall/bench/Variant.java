package io.landfall.bench;

import java.util.Locale;

/** How the backlog lies in its topic. */
enum Variant {
    /** Each event once, those of a task in their order. */
    CLEAN(0, 0, 0),
    /** 5 % of the events are delivered twice, 2 % have changed places with the next one of their task. */
    DISORDER(0.05, 0.02, 0),
    /** A field of one task in a hundred is refused by the mapping. */
    REFUSED_1(0, 0, 1),
    /** A field of every task is refused by the mapping. */
    REFUSED_100(0, 0, 100);

    private final double duplicated;
    private final double swapped;
    private final int refusedPercent;

    Variant(double duplicated, double swapped, int refusedPercent) {
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
        return refusedPercent == 0;
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
