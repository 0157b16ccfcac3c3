package io.landfall.corridor;

import java.util.List;

import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.landfall.inspection.Inspection;

/** Step read-suspects: the claimed tasks, in groups by verifier. */
@Component
final class ReadSuspects {
    private final Inspection inspection;

    ReadSuspects(Inspection inspection) {
        this.inspection = inspection;
    }

    @Handler
    void read(@Body List<?> rows, Exchange exchange) {
        exchange.getMessage().removeHeaders("*");
        inspection.found(InspectionRun.of(exchange), rows);
        InspectionRun.open(exchange);
    }
}
