package io.landfall.corridor;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.landfall.inspection.Inspection;
import io.landfall.trace.Traces;

/** Step break-off-inspection: a step failed; the inspection ends, and says why. */
@Component
final class BreakOffInspection {
    private final Inspection inspection;
    private final Traces traces;

    BreakOffInspection(Inspection inspection, Traces traces) {
        this.inspection = inspection;
        this.traces = traces;
    }

    @Handler
    void end(Exchange exchange) {
        Throwable why = exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class);
        traces.failed(why);
        inspection.breakOff(InspectionRun.of(exchange), why);
    }
}
