package io.landfall.corridor;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.micrometer.core.instrument.MeterRegistry;

import io.landfall.compensation.Compensation;
import io.landfall.compensation.Run;

/** Step end-run: the report is closed. */
@Component
final class EndRun {
    private final Compensation compensation;
    private final MeterRegistry meters;

    EndRun(Compensation compensation, MeterRegistry meters) {
        this.compensation = compensation;
        this.meters = meters;
    }

    @Handler
    void end(Exchange exchange) {
        Run run = CompensationRun.of(exchange);
        compensation.finish(run);
        meters.counter("landfall.compensation.runs", "result", run.ending().word())
                .increment();
    }
}
