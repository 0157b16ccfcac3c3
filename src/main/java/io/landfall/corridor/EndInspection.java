package io.landfall.corridor;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.micrometer.core.instrument.MeterRegistry;

import io.landfall.inspection.Inspection;
import io.landfall.inspection.Run;

/** Step end-inspection: what was not judged is given back, and the report is closed. */
@Component
final class EndInspection {
    private final Inspection inspection;
    private final MeterRegistry meters;

    EndInspection(Inspection inspection, MeterRegistry meters) {
        this.inspection = inspection;
        this.meters = meters;
    }

    @Handler
    void end(Exchange exchange) {
        Run run = InspectionRun.of(exchange);
        inspection.finish(run);
        meters.counter("landfall.inspections", "result", run.ending().word()).increment();
    }
}
