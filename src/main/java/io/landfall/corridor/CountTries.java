package io.landfall.corridor;

import java.util.List;
import java.util.Locale;

import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

import io.landfall.compensation.Settlements;

/** Step count-tries: what became of the tries, for the report, the guard and the metrics. */
@Component
final class CountTries {
    private final Settlements settlements;
    private final MeterRegistry meters;

    CountTries(Settlements settlements, MeterRegistry meters) {
        this.settlements = settlements;
        this.meters = meters;
        // from 0 on: whoever watches their growth would miss the first of each
        List.of("RESOLVED", "SUPERSEDED", "PENDING", "EXHAUSTED", "PERMANENT").forEach(this::counter);
    }

    @Handler
    void count(@Body List<?> rows, Exchange exchange) {
        exchange.getMessage().removeHeaders("*");
        settlements.count(CompensationRun.of(exchange), rows).forEach(status -> counter(status)
                .increment());
    }

    private Counter counter(String status) {
        return meters.counter("landfall.compensation.tries", "outcome", status.toLowerCase(Locale.ROOT));
    }
}
