package io.landfall.ops;

import org.springframework.boot.actuate.health.Health;
import org.springframework.boot.actuate.health.HealthIndicator;

import io.landfall.alarm.Availability;

/** A server is well when it answers a probe and no route at work misses it. */
final class ComponentHealth implements HealthIndicator {
    private final Probe probe;
    private final Availability availability;

    ComponentHealth(Probe probe, Availability availability) {
        this.probe = probe;
        this.availability = availability;
    }

    @Override
    public Health health() {
        Probe.Answer answer = probe.answer();
        Health.Builder health = new Health.Builder().withDetails(answer.details());
        if (answer.problem() == null) {
            health.up();
        } else {
            health.down().withDetail("reason", answer.problem());
        }
        availability.absence(probe.component()).ifPresent(absence -> health.down()
                .withDetail("awaySince", absence.since().toString())
                .withDetail("reason", absence.reason()));
        return health.build();
    }
}
