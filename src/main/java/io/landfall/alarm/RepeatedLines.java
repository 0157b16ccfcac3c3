package io.landfall.alarm;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.helpers.MessageFormatter;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.turbo.TurboFilter;
import ch.qos.logback.core.spi.FilterReply;

/**
 * What libraries warn of again and again while a server is away is told once a minute, and then how often it was left out. Lines
 * are the same when they differ in numbers alone, and in the client that speaks. What Kafka's clients inform of, each of a dozen
 * when its broker is back, is told once a minute and not counted.
 */
final class RepeatedLines extends TurboFilter {
    static final Duration MINUTE = Duration.ofMinutes(1);
    /** Different lines that are known at a time; a line beyond them is told. */
    private static final int MOST = 500;

    private static final int LONGEST = 300;
    /** And what stands for an object that is printed by its identity. */
    private static final Pattern NUMBER = Pattern.compile("@[0-9a-f]+|-?\\d+");

    private static final String KAFKA = "org.apache.kafka.";

    private static final List<String> LIBRARIES = List.of(
            KAFKA,
            "org.apache.camel.",
            "org.elasticsearch.",
            "org.quartz.",
            "org.springframework.",
            "io.opentelemetry.",
            "com.zaxxer.hikari.");

    private final Map<String, Told> told = new LinkedHashMap<>();
    private final Clock clock;

    RepeatedLines(Clock clock) {
        this.clock = clock;
    }

    @Override
    public FilterReply decide(
            @Nullable Marker marker,
            Logger logger,
            Level level,
            @Nullable String format,
            @Nullable Object @Nullable [] arguments,
            @Nullable Throwable thrown) {
        if (level.levelInt < (logger.getName().startsWith(KAFKA) ? Level.INFO_INT : Level.WARN_INT)
                || format == null
                || level.levelInt < logger.getEffectiveLevel().levelInt
                || LIBRARIES.stream().noneMatch(logger.getName()::startsWith)) {
            return FilterReply.NEUTRAL;
        }
        String line = shortened(MessageFormatter.arrayFormat(format, arguments).getMessage());
        return mayTell(
                        logger,
                        level,
                        line + (thrown == null ? "" : thrown.getClass().getName()),
                        line)
                ? FilterReply.NEUTRAL
                : FilterReply.DENY;
    }

    private static String shortened(String line) {
        // Kafka's clients begin with who they are
        int end = line.startsWith("[") ? line.indexOf("] ") + 2 : 0;
        return line.substring(Math.max(0, end), Math.min(line.length(), Math.max(0, end) + LONGEST));
    }

    private boolean mayTell(Logger logger, Level level, String key, String line) {
        tellOver();
        String same = logger.getName() + NUMBER.matcher(key).replaceAll("#");
        Instant now = clock.instant();
        synchronized (told) {
            Told known = told.get(same);
            if (known != null) {
                known.leftOut++;
                return false;
            }
            if (told.size() < MOST) {
                told.put(same, new Told(logger, level, line, now));
            }
            return true;
        }
    }

    int size() {
        synchronized (told) {
            return told.size();
        }
    }

    /** Makes all loggers heed one, and only one. */
    static void install(LoggerContext loggers) {
        loggers.getTurboFilterList().removeIf(RepeatedLines.class::isInstance);
        loggers.addTurboFilter(new RepeatedLines(Clock.systemUTC()));
    }

    /** Tells what was left out in minutes that are over. */
    void tellOver() {
        List<Told> over = new ArrayList<>();
        Instant now = clock.instant();
        synchronized (told) {
            told.values().removeIf(one -> {
                boolean isOver = Duration.between(one.since, now).compareTo(MINUTE) >= 0;
                if (isOver && one.leftOut > 0 && one.level.isGreaterOrEqual(Level.WARN)) {
                    over.add(one);
                }
                return isOver;
            });
        }
        over.forEach(Told::tell);
    }

    /** A line that was told, and is not for a minute. */
    private static final class Told {
        private final Logger logger;
        private final Level level;
        private final String line;
        private final Instant since;
        private int leftOut;

        Told(Logger logger, Level level, String line, Instant since) {
            this.logger = logger;
            this.level = level;
            this.line = line;
            this.since = since;
        }

        void tell() {
            logger.getLoggerContext()
                    .getLogger(RepeatedLines.class)
                    .warn("{} more in the minute since {}: {}: {}", leftOut, since, logger.getName(), line);
        }
    }
}
