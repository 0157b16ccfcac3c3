package io.landfall.corridor;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.landfall.inspection.Inspection;

/** Step break-off-inspection: a step failed; the inspection ends, and says why. */
@Component
final class BreakOffInspection {
    private final Inspection inspection;

    BreakOffInspection(Inspection inspection) {
        this.inspection = inspection;
    }

    @Handler
    void end(Exchange exchange) {
        inspection.breakOff(
                InspectionRun.of(exchange), exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class));
    }
}
