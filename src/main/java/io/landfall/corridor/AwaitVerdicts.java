package io.landfall.corridor;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.landfall.inspection.Inspection;

/** Step await-verdicts: asks as many verifiers as may be asked at a time, and waits a moment for the next that answers. */
@Component
final class AwaitVerdicts {
    private final Inspection inspection;

    AwaitVerdicts(Inspection inspection) {
        this.inspection = inspection;
    }

    @Handler
    void await(Exchange exchange) {
        inspection.await(InspectionRun.of(exchange));
    }
}
