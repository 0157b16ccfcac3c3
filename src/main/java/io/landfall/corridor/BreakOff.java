package io.landfall.corridor;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.landfall.compensation.Compensation;

/** Step break-off: a step of the run failed; the run ends, and says why. */
@Component
final class BreakOff {
    private final Compensation compensation;

    BreakOff(Compensation compensation) {
        this.compensation = compensation;
    }

    @Handler
    void end(Exchange exchange) {
        compensation.breakOff(
                CompensationRun.of(exchange), exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class));
    }
}
