package io.landfall.ops;

import java.time.Clock;
import java.time.Duration;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.OneLine;
import io.landfall.alarm.Severity;
import io.landfall.ledger.LedgerAway;
import io.landfall.ledger.LedgerClock;
import io.landfall.ledger.LedgerConfiguration;

/**
 * Holds this node's clock against the ledger's. Ages are judged by the ledger's alone; but the schedule that nodes share has
 * the times that nodes write into it, and one that is far ahead keeps the others from ever being due.
 */
@Component
final class ClockWatch {
    private static final Logger LOG = LoggerFactory.getLogger(ClockWatch.class);

    /** Above what a slow answer of the ledger may seem to be, below what harms the schedule's beats. */
    private static final Duration MOST = Duration.ofSeconds(3);

    private final LedgerClock ledger;
    private final Clock clock;
    private final Alarms alarms;
    private final String node;
    private volatile Duration ahead = Duration.ZERO;

    ClockWatch(
            LedgerClock ledger, Clock clock, Alarms alarms, LedgerConfiguration configuration, MeterRegistry meters) {
        this.ledger = ledger;
        this.clock = clock;
        this.alarms = alarms;
        this.node = OneLine.of(configuration.node());
        Gauge.builder("landfall.clock.ahead", this, watch -> watch.ahead.toMillis() / 1000.0)
                .description("How far this node's clock is ahead of the ledger's; negative: behind")
                .baseUnit("seconds")
                .register(meters);
    }

    @Scheduled(fixedDelayString = "PT1M")
    void look() {
        try {
            ahead = Duration.between(ledger.now(), clock.instant());
            String key = "clock-off:" + node;
            if (ahead.abs().compareTo(MOST) > 0) {
                alarms.raise(
                        key,
                        Severity.P2,
                        "the clock of node " + node + " is " + ahead.abs().toSeconds() + " s "
                                + (ahead.isNegative() ? "behind" : "ahead of")
                                + " the ledger's: set it right (NTP), and restart the node");
            } else {
                alarms.close(key);
            }
        } catch (LedgerAway e) {
            LOG.debug("no look at the clock: the ledger is away", e);
        }
    }
}
