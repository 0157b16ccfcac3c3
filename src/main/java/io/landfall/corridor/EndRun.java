package io.landfall.corridor;

import java.util.List;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

import io.landfall.compensation.Compensation;
import io.landfall.compensation.Ending;
import io.landfall.compensation.Run;

/** Step end-run: the report is closed. */
@Component
final class EndRun {
    private final Compensation compensation;
    private final MeterRegistry meters;

    EndRun(Compensation compensation, MeterRegistry meters) {
        this.compensation = compensation;
        this.meters = meters;
        // from 0 on: whoever watches their growth would miss the first of each
        List.of(Ending.values()).forEach(this::counter);
    }

    @Handler
    void end(Exchange exchange) {
        Run run = CompensationRun.of(exchange);
        compensation.finish(run);
        counter(run.ending()).increment();
    }

    private Counter counter(Ending ending) {
        return meters.counter("landfall.compensation.runs", "result", ending.word());
    }
}
