package io.landfall.alarm;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.springframework.scheduling.annotation.Scheduled;

/**
 * What became of single tasks, one line a fact. Of each kind of fact the first twenty of a minute are told, and then how many
 * more there were: a storm can't drown the log. All of them are in the ledger.
 */
public final class FactLog {
    static final Duration MINUTE = Duration.ofMinutes(1);
    static final int MOST = 20;

    private final Map<String, Told> kinds = new TreeMap<>();
    private final Logger log;
    private final Clock clock;

    public FactLog(Logger log, Clock clock) {
        this.log = log;
        this.clock = clock;
    }

    /** Something went well after all. */
    public void info(String kind, @Nullable String taskId, @Nullable Long failureId, Supplier<String> line) {
        tell(Level.INFO, kind, taskId, failureId, line);
    }

    /** Something did not go well. */
    public void warn(String kind, @Nullable String taskId, @Nullable Long failureId, Supplier<String> line) {
        tell(Level.WARN, kind, taskId, failureId, line);
    }

    /**
     * One line, if it may be told.
     *
     * @param kind one of a few, for people: a noun in the plural
     */
    private void tell(
            Level level, String kind, @Nullable String taskId, @Nullable Long failureId, Supplier<String> line) {
        if (!log.isEnabledForLevel(level) || !mayTell(kind)) {
            return;
        }
        LogKeys.of(taskId, failureId, () -> log.atLevel(level).log(OneLine.of(line.get())));
    }

    private synchronized boolean mayTell(String kind) {
        Instant now = clock.instant();
        Told told = kinds.get(kind);
        if (told == null || told.isOver(now)) {
            sum(kind, told);
            told = new Told(now);
            kinds.put(kind, told);
        }
        return ++told.number <= MOST;
    }

    /** Tells what was left out in minutes that are over. */
    @Scheduled(fixedDelay = 10_000)
    public synchronized void sum() {
        Instant now = clock.instant();
        kinds.entrySet().removeIf(kind -> {
            boolean over = kind.getValue().isOver(now);
            if (over) {
                sum(kind.getKey(), kind.getValue());
            }
            return over;
        });
    }

    private void sum(String kind, @Nullable Told told) {
        if (told != null && told.number > MOST) {
            log.info("{} {} more in the minute since {}", told.number - MOST, kind, told.since);
        }
    }

    private static final class Told {
        private final Instant since;
        private int number;

        Told(Instant since) {
            this.since = since;
        }

        boolean isOver(Instant now) {
            return Duration.between(since, now).compareTo(MINUTE) >= 0;
        }
    }
}
