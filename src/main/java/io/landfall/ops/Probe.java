package io.landfall.ops;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

import io.landfall.alarm.Component;

/**
 * A cheap question to a server, asked at most once in {@link #KEPT}, whoever wants to know; a question under way is shared.
 */
abstract class Probe {
    static final Duration KEPT = Duration.ofSeconds(3);

    /** How long a server may take to answer before it counts as away. */
    static final Duration PATIENCE = Duration.ofSeconds(2);

    private static final int LONGEST_REASON = 300;

    private final Component component;
    private final Clock clock;
    private @Nullable Answer last;

    Probe(Component component, Clock clock) {
        this.component = component;
        this.clock = clock;
    }

    /**
     * Asks now.
     *
     * @return what to show of it, without secrets
     * @throws Exception it is away; the message says why
     */
    abstract Map<String, Object> ask() throws Exception;

    final Component component() {
        return component;
    }

    final synchronized Answer answer() {
        Answer known = last;
        Instant now = clock.instant();
        if (known == null || Duration.between(known.at, now).compareTo(KEPT) >= 0) {
            known = fresh();
            last = known;
        }
        return known;
    }

    private Answer fresh() {
        try {
            Map<String, Object> details = ask();
            return new Answer(clock.instant(), details, null);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new Answer(clock.instant(), Map.of(), "interrupted");
        } catch (Exception e) {
            return new Answer(clock.instant(), Map.of(), reason(e));
        }
    }

    private static String reason(Throwable e) {
        Throwable root = e;
        while (root.getCause() != null && root.getCause() != root) {
            root = root.getCause();
        }
        String reason = root instanceof TimeoutException && root.getMessage() == null
                ? "no answer within " + PATIENCE.toSeconds() + " s"
                : root.getClass().getSimpleName() + ": " + root.getMessage();
        String line = reason.replaceAll("\\s+", " ").strip();
        return line.length() > LONGEST_REASON ? line.substring(0, LONGEST_REASON) : line;
    }

    /** What came of a question: details when it answered, else the problem in one line. */
    record Answer(Instant at, Map<String, Object> details, @Nullable String problem) {}
}
