package io.landfall.ops;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

import io.landfall.inspection.Status;
import io.landfall.inspection.Steering;

/** Inspections in numbers, sampled on a schedule; while the ledger is away the last sample stands. */
@Component
class InspectionGauges {
    private static final Logger log = LoggerFactory.getLogger(InspectionGauges.class);

    private final Steering steering;
    private final Clock clock;
    private volatile @Nullable Status sampled;

    InspectionGauges(Steering steering, MeterRegistry meters, Clock clock) {
        this.steering = steering;
        this.clock = clock;
        Gauge.builder("landfall.inspection.paused", this, g -> g.isPaused() ? 1 : 0)
                .description("Whether inspections are paused, on all nodes")
                .register(meters);
        Gauge.builder("landfall.inspection.look.age", this, InspectionGauges::lookAge)
                .description("Since a schedule asked last whether an inspection is due, on whatever node")
                .baseUnit("seconds")
                .register(meters);
        Gauge.builder("landfall.inspection.last.age", this, InspectionGauges::runAge)
                .description("Since the last inspection ended")
                .baseUnit("seconds")
                .register(meters);
        Gauge.builder("landfall.inspection.pace", this, InspectionGauges::pace)
                .description("From one inspection to the next, for now")
                .baseUnit("seconds")
                .register(meters);
        Gauge.builder("landfall.inspection.last.scanned", this, InspectionGauges::lastScanned)
                .description("Tasks that the last inspection asked about")
                .register(meters);
    }

    @Scheduled(fixedDelayString = "${landfall.ops.sample-period:10s}")
    void sample() {
        try {
            sampled = steering.status();
        } catch (DataAccessException e) {
            log.debug("no sample: the ledger is away", e);
        }
    }

    private boolean isPaused() {
        Status status = sampled;
        return status != null && status.paused();
    }

    private double pace() {
        Status status = sampled;
        return status == null ? Double.NaN : status.pace().toMillis() / 1000.0;
    }

    private double lastScanned() {
        Status status = sampled;
        return status == null || status.last() == null
                ? Double.NaN
                : status.last().scanned();
    }

    private double lookAge() {
        Status status = sampled;
        return status == null ? Double.NaN : age(status.lookedAt());
    }

    private double runAge() {
        Status status = sampled;
        return status == null || status.last() == null
                ? Double.NaN
                : age(status.last().endedAt());
    }

    private double age(@Nullable Instant since) {
        return since == null
                ? Double.NaN
                : Duration.between(since, clock.instant()).toMillis() / 1000.0;
    }
}
