package io.landfall.inspection;

import java.time.Duration;

/**
 * How soon the next inspection comes: sooner while much is found, later while nothing is.
 *
 * @param every from one inspection to the next
 * @param emptyLooks inspections in a row that found nothing
 */
record Pace(Duration every, int emptyLooks) {
    private static final int PATIENCE = 3;

    /**
     * The pace after an inspection.
     *
     * @param found tasks that it looked at
     * @param settings that held for it
     */
    Pace after(int found, Settings settings, int fasterBy, int slowerBy) {
        Duration period = settings.period();
        Duration shortest = period.dividedBy(fasterBy);
        Duration longest = period.multipliedBy(slowerBy);
        Duration now = every.compareTo(shortest) < 0 ? shortest : every.compareTo(longest) > 0 ? longest : every;
        if (found == 0) {
            boolean slower = emptyLooks + 1 >= PATIENCE && now.compareTo(longest) < 0;
            return new Pace(slower ? min(now.multipliedBy(2), longest) : now, emptyLooks + 1);
        }
        if (found * 2L >= settings.scanLimit()) {
            // what was slow while there was nothing must not stay slow when there is much
            return new Pace(max(min(now, period).dividedBy(2), shortest), 0);
        }
        return new Pace(period, 0);
    }

    private static Duration min(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static Duration max(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
