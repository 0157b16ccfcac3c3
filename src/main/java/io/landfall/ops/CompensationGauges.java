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

import io.landfall.compensation.Status;
import io.landfall.compensation.Steering;

/** Compensation in numbers, sampled on a schedule; while the ledger is away the last sample stands. */
@Component
class CompensationGauges {
    private static final Logger log = LoggerFactory.getLogger(CompensationGauges.class);

    private final Steering steering;
    private final Clock clock;
    private volatile @Nullable Status sampled;

    CompensationGauges(Steering steering, MeterRegistry meters, Clock clock) {
        this.steering = steering;
        this.clock = clock;
        Gauge.builder("landfall.compensation.paused", this, g -> g.isPaused() ? 1 : 0)
                .description("Whether compensation is paused, on all nodes")
                .register(meters);
        Gauge.builder("landfall.compensation.look.age", this, CompensationGauges::lookAge)
                .description("Since a schedule looked last whether failures are due, on whatever node")
                .baseUnit("seconds")
                .register(meters);
        Gauge.builder("landfall.compensation.last.run.age", this, CompensationGauges::runAge)
                .description("Since the last run ended; there is none when nothing is due")
                .baseUnit("seconds")
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
