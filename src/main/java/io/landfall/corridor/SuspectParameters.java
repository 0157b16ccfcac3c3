package io.landfall.corridor;

import java.util.List;
import java.util.Map;

import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.apache.camel.component.jdbc.JdbcConstants;
import org.springframework.stereotype.Component;

import io.landfall.inspection.Suspect;

/**
 * Step suspect-parameters: the suspects as arrays of one length, {@code :?taskIds}, {@code :?attempts} and {@code :?callIds}, for
 * whatever statement a verifier asks with. A call id may be null.
 */
@Component
final class SuspectParameters {
    /** The exchange property that holds the suspects. */
    static final String SUSPECTS = "landfall.suspects";

    @Handler
    void list(@Body List<Suspect> suspects, Exchange exchange) {
        exchange.setProperty(SUSPECTS, suspects);
        exchange.getMessage()
                .setHeader(
                        JdbcConstants.JDBC_PARAMETERS,
                        Map.of(
                                "taskIds",
                                suspects.stream().map(Suspect::taskId).toArray(String[]::new),
                                "attempts",
                                suspects.stream().mapToInt(Suspect::attempt).toArray(),
                                "callIds",
                                suspects.stream().map(Suspect::callId).toArray(String[]::new)));
    }
}
