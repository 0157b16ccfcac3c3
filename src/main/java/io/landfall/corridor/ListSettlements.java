package io.landfall.corridor;

import java.util.List;

import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.apache.camel.component.jdbc.JdbcConstants;
import org.springframework.stereotype.Component;

import io.landfall.compensation.Settlements;
import io.landfall.view.Written;

/** Step list-settlements: what becomes of the claimed failures, as parameters of the statement. */
@Component
final class ListSettlements {
    private final Settlements settlements;

    ListSettlements(Settlements settlements) {
        this.settlements = settlements;
    }

    @Handler
    void list(@Body List<Written> written, Exchange exchange) {
        exchange.getMessage()
                .setHeader(
                        JdbcConstants.JDBC_PARAMETERS,
                        settlements.parameters(
                                CompensationRun.of(exchange), CompensationRun.claims(exchange), written));
    }
}
