package io.landfall.corridor;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.apache.camel.component.jdbc.JdbcConstants;
import org.springframework.stereotype.Component;

import io.landfall.inspection.Inspection;

/** Step plan-scan: how many suspects to claim, as parameters of the statement. */
@Component
final class PlanScan {
    private final Inspection inspection;

    PlanScan(Inspection inspection) {
        this.inspection = inspection;
    }

    @Handler
    void plan(Exchange exchange) {
        exchange.getMessage().setHeader(JdbcConstants.JDBC_PARAMETERS, inspection.scan(InspectionRun.of(exchange)));
    }
}
