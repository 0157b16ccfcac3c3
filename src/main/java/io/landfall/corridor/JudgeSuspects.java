package io.landfall.corridor;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.landfall.inspection.Inspection;

/** Step judge-suspects: what was answered of a group is judged and kept, with its repairs, in one transaction. */
@Component
final class JudgeSuspects {
    private final Inspection inspection;

    JudgeSuspects(Inspection inspection) {
        this.inspection = inspection;
    }

    @Handler
    void judge(Exchange exchange) {
        inspection.judge(InspectionRun.of(exchange));
        InspectionRun.open(exchange);
    }
}
