package io.landfall.corridor;

import java.util.List;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

import io.landfall.inspection.Ending;
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
        // from 0 on: whoever watches their growth would miss the first of each
        List.of(Ending.values()).forEach(this::counter);
    }

    @Handler
    void end(Exchange exchange) {
        Run run = InspectionRun.of(exchange);
        inspection.finish(run);
        counter(run.ending()).increment();
    }

    private Counter counter(Ending ending) {
        return meters.counter("landfall.inspections", "result", ending.word());
    }
}
