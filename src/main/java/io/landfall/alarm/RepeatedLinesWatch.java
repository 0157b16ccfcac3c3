package io.landfall.alarm;

import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;

import ch.qos.logback.classic.LoggerContext;

/** Tells what {@link RepeatedLines} left out, when nothing else is said any more. */
final class RepeatedLinesWatch {
    @Scheduled(fixedDelay = 10_000)
    void tell() {
        if (LoggerFactory.getILoggerFactory() instanceof LoggerContext loggers) {
            loggers.getTurboFilterList().stream()
                    .filter(RepeatedLines.class::isInstance)
                    .forEach(filter -> ((RepeatedLines) filter).tellOver());
        }
    }
}
