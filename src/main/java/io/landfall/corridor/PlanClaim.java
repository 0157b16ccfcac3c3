package io.landfall.corridor;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.apache.camel.component.jdbc.JdbcConstants;
import org.springframework.stereotype.Component;

import io.landfall.compensation.Claims;
import io.landfall.compensation.Compensation;
import io.landfall.compensation.Run;

/** Step plan-claim: waits for the run's budget, then says which failures to claim, as parameters of the statement. */
@Component
final class PlanClaim {
    private final Compensation compensation;
    private final Claims claims;

    PlanClaim(Compensation compensation, Claims claims) {
        this.compensation = compensation;
        this.claims = claims;
    }

    @Handler
    void plan(Exchange exchange) {
        Run run = CompensationRun.of(exchange);
        CompensationRun.awaitBudget(run);
        compensation.beat(run);
        exchange.getMessage().setHeader(JdbcConstants.JDBC_PARAMETERS, claims.next(run));
    }
}
