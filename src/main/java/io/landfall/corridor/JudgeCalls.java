package io.landfall.corridor;

import java.util.List;
import java.util.Map;

import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.landfall.calls.CallVerdicts;
import io.landfall.inspection.Suspect;
import io.landfall.inspection.Verdict;

/** Step judge-calls: what the calls that were read say of the suspects. */
@Component
final class JudgeCalls {
    private final CallVerdicts verdicts;

    JudgeCalls(CallVerdicts verdicts) {
        this.verdicts = verdicts;
    }

    @Handler
    @SuppressWarnings("unchecked")
    Map<Suspect, Verdict> judge(@Body List<?> rows, Exchange exchange) {
        List<Suspect> suspects = exchange.getProperty(SuspectParameters.SUSPECTS, List.class);
        return verdicts.judge(suspects, rows, exchange.getProperty(AwaitCalls.BEHIND, String.class));
    }
}
