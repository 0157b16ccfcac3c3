package io.landfall.corridor;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.apache.camel.component.jdbc.JdbcConstants;
import org.springframework.stereotype.Component;

import io.landfall.compensation.Compensation;
import io.landfall.compensation.Drains;
import io.landfall.compensation.Run;

/** Step plan-page: waits for the run's budget, then says which tasks of an index that was blocked come next. */
@Component
final class PlanPage {
    private final Compensation compensation;
    private final Drains drains;

    PlanPage(Compensation compensation, Drains drains) {
        this.compensation = compensation;
        this.drains = drains;
    }

    @Handler
    void plan(Exchange exchange) {
        Run run = CompensationRun.of(exchange);
        CompensationRun.awaitBudget(run);
        compensation.beat(run);
        drains.find(run);
        boolean left = drains.isAnyLeft(run);
        exchange.setProperty(CompensationRun.DRAINS, left ? 1 : 0);
        if (left) {
            exchange.getMessage().setHeader(JdbcConstants.JDBC_PARAMETERS, drains.next(run));
        }
    }
}
