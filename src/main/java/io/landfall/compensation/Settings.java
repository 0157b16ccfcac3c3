package io.landfall.compensation;

import java.time.Duration;

/**
 * The numbers that hold for the next cycle of a run: configured, or changed while running.
 *
 * @param batchSize failures in one claim at most, 1 to 5,000
 * @param maxAttempts tries of one failure before it is exhausted, 1 to 1,000
 * @param rate documents a second at most, 1 to 100,000
 * @param window a failure that has been due for longer without a try is exhausted; a second to 3,650 days
 */
public record Settings(int batchSize, int maxAttempts, int rate, Duration window) {
    private static final Duration LONGEST = Duration.ofDays(3_650);

    public Settings {
        between("batch-size", batchSize, 5_000);
        between("max-attempts", maxAttempts, 1_000);
        between("rate", rate, 100_000);
        if (window.compareTo(Duration.ofSeconds(1)) < 0 || window.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException(
                    "landfall.compensation.window: " + window + " is not between a second and 3650 days");
        }
    }

    /** For people. */
    String words() {
        return "batchSize=" + batchSize + ", maxAttempts=" + maxAttempts + ", rate=" + rate + ", window=" + window;
    }

    private static void between(String key, int given, int most) {
        if (given < 1 || given > most) {
            throw new IllegalArgumentException(
                    "landfall.compensation." + key + ": " + given + " is not between 1 and " + most);
        }
    }

    /** How many documents a tenth of a second may carry: what lands meanwhile waits for so many at most, and so does a stop. */
    int slice() {
        return Math.min(batchSize, Math.max(1, rate / 10));
    }
}
