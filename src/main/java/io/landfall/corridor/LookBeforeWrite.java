package io.landfall.corridor;

import java.time.Duration;

import org.apache.camel.Exchange;

import io.landfall.alarm.Availability;
import io.landfall.view.ViewAway;
import io.landfall.view.ViewJob;

/**
 * Step {@code look-before-write}: waits as long as the last answer asks for, then makes the next bulk possible. Throws
 * {@link ViewAway} when the batch's patience is over first.
 */
@org.springframework.stereotype.Component
public final class LookBeforeWrite {
    private final Availability availability;

    public LookBeforeWrite(Availability availability) {
        this.availability = availability;
    }

    public void look(Exchange exchange) {
        ViewJob job = OpenWrite.job(exchange);
        do {
            await(exchange, job);
        } while (!job.makeReady());
    }

    private void await(Exchange exchange, ViewJob job) {
        String absence = job.absence();
        if (absence != null) {
            availability.away(io.landfall.alarm.Component.VIEW, absence);
        }
        Duration pause = job.pause();
        if (!pause.isZero() && !Patience.of(exchange).pause(pause)) {
            throw new ViewAway(absence == null ? "stopped while waiting for the next try" : absence, null);
        }
    }
}
