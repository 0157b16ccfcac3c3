package io.landfall.corridor;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.landfall.compensation.Compensation;
import io.landfall.trace.Traces;

/** Step break-off: a step of the run failed; the run ends, and says why. */
@Component
final class BreakOff {
    private final Compensation compensation;
    private final Traces traces;

    BreakOff(Compensation compensation, Traces traces) {
        this.compensation = compensation;
        this.traces = traces;
    }

    @Handler
    void end(Exchange exchange) {
        Throwable why = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class);
        traces.failed(why);
        compensation.breakOff(CompensationRun.of(exchange), why);
    }
}
