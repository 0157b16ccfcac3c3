package io.landfall.bench;

import java.util.Locale;

/** How the backlog lies in its topic. */
enum Variant {
    /** Each event once, those of a task in their order. */
    CLEAN(0, 0),
    /** 5 % of the events are delivered twice, 2 % have changed places with the next one of their task. */
    DISORDER(0.05, 0.02);

    private final double duplicated;
    private final double swapped;

    Variant(double duplicated, double swapped) {
        this.duplicated = duplicated;
        this.swapped = swapped;
    }

    double duplicated() {
        return duplicated;
    }

    double swapped() {
        return swapped;
    }

    String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    String topic() {
        return "bench-backlog-" + label();
    }
}
