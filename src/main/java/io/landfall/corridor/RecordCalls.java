package io.landfall.corridor;

import java.util.List;

import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

import io.landfall.calls.CallLog;
import io.landfall.event.CallDelivery;

/** Step record-calls: a batch of model calls goes into the ledger in one transaction. */
@Component
final class RecordCalls {
    private final CallLog calls;
    private final LedgerWait wait;
    private final Counter recorded;
    private final Counter noEffect;
    private final Counter malformed;

    RecordCalls(CallLog calls, LedgerWait wait, MeterRegistry meters) {
        this.calls = calls;
        this.wait = wait;
        this.recorded = counter(meters, "recorded");
        this.noEffect = counter(meters, "no_effect");
        this.malformed = counter(meters, "malformed");
    }

    private static Counter counter(MeterRegistry meters, String outcome) {
        return Counter.builder("landfall.model.calls")
                .description("deliveries of model calls by what became of them")
                .tag("outcome", outcome)
                .register(meters);
    }

    @Handler
    void record(@Body List<CallDelivery> deliveries, Exchange exchange) {
        CallLog.Recorded done = wait.until(Patience.of(exchange), () -> calls.record(deliveries));
        recorded.increment(done.recorded());
        noEffect.increment(done.noEffect());
        malformed.increment(done.malformed());
    }
}
