package io.landfall.alarm;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.slf4j.Logger;

/** Alarms as log lines: the first of a key at once, its repeats ever more rarely, so that a storm can't drown the log. */
final class AlarmLog {
    static final Duration FIRST_PAUSE = Duration.ofMinutes(1);
    static final Duration LONGEST_PAUSE = Duration.ofHours(1);

    private final Map<String, Told> told = new ConcurrentHashMap<>();
    private final Logger log;
    private final Clock clock;

    AlarmLog(Logger log, Clock clock) {
        this.log = log;
        this.clock = clock;
    }

    void raised(String key, Severity severity, String summary) {
        Instant now = clock.instant();
        Told state = told.merge(key, Told.first(now), (known, first) -> known.again(now));
        if (state.at.equals(now) && state.silent == 0) {
            String line =
                    severity + " " + key + ": " + summary + (state.repeats == 0 ? "" : " (" + state.repeats + " more)");
            if (severity == Severity.P1) {
                log.error(line);
            } else {
                log.warn(line);
            }
        }
    }

    void closed(String key) {
        if (told.remove(key) != null) {
            log.info("{} is over", key);
        }
    }

    /**
     * @param at when a line was written last
     * @param pause how long repeats stay silent after it
     * @param silent repeats since
     * @param repeats that this line stands for
     */
    private record Told(Instant at, Duration pause, long silent, long repeats) {
        static Told first(Instant now) {
            return new Told(now, FIRST_PAUSE, 0, 0);
        }

        Told again(Instant now) {
            if (Duration.between(at, now).compareTo(pause) < 0) {
                return new Told(at, pause, silent + 1, 0);
            }
            Duration longer = pause.multipliedBy(2);
            return new Told(now, longer.compareTo(LONGEST_PAUSE) > 0 ? LONGEST_PAUSE : longer, 0, silent + 1);
        }
    }
}
