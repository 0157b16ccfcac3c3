package io.landfall.dingtalk;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** When the next message may go: so many a minute, later after each failure in a row, and not for ten minutes when it were too many. */
final class Restraint {
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration FIRST_REST = Duration.ofSeconds(2);
    private static final Duration LONGEST_REST = Duration.ofMinutes(1);

    /** As DingTalk has it. */
    static final Duration PENALTY = Duration.ofMinutes(10);

    private final Deque<Instant> tries = new ArrayDeque<>();
    private final int perMinute;
    private final Clock clock;
    private Instant restUntil = Instant.MIN;
    private int failures;

    Restraint(int perMinute, Clock clock) {
        this.perMinute = perMinute;
        this.clock = clock;
    }

    /** Whether one may go now; if so, it counts. */
    synchronized boolean begin() {
        Instant now = clock.instant();
        while (!tries.isEmpty() && !tries.getFirst().plus(MINUTE).isAfter(now)) {
            tries.removeFirst();
        }
        if (now.isBefore(restUntil) || tries.size() >= perMinute) {
            return false;
        }
        tries.addLast(now);
        return true;
    }

    synchronized void succeeded() {
        failures = 0;
    }

    /** How many in a row by now. */
    synchronized int failed(boolean tooMany) {
        Duration rest = FIRST_REST.multipliedBy(1L << Math.min(failures, 5));
        failures++;
        Duration longest = rest.compareTo(LONGEST_REST) > 0 ? LONGEST_REST : rest;
        restUntil = clock.instant().plus(tooMany ? PENALTY : longest);
        return failures;
    }
}
