package io.landfall.inspection;

import java.time.Duration;

/**
 * The numbers that hold for the next inspection: configured, or changed while running.
 *
 * @param period from one inspection to the next, a tenth of a second to a day; see {@link Pace}
 * @param scanLimit tasks in one inspection at most, 1 to 10,000
 * @param confirmAfter between two looks that must say the same, up to an hour, by the ledger's clock
 */
public record Settings(Duration period, int scanLimit, Duration confirmAfter) {
    public Settings {
        between("period", period, Duration.ofMillis(100), Duration.ofDays(1));
        between("confirm-after", confirmAfter, Duration.ofMillis(1), Duration.ofHours(1));
        if (scanLimit < 1 || scanLimit > 10_000) {
            throw new IllegalArgumentException(
                    "landfall.inspection.scan-limit: " + scanLimit + " is not between 1 and 10000");
        }
    }

    /** For people. */
    String words() {
        return "period=" + period + ", scanLimit=" + scanLimit + ", confirmAfter=" + confirmAfter;
    }

    private static void between(String key, Duration given, Duration least, Duration most) {
        if (given.compareTo(least) < 0 || given.compareTo(most) > 0) {
            throw new IllegalArgumentException(
                    "landfall.inspection." + key + ": " + given + " is not between " + least + " and " + most);
        }
    }
}
