package io.landfall.corridor;

import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.support.DefaultExchange;
import org.springframework.stereotype.Component;

import io.landfall.inspection.Inspection;
import io.landfall.inspection.Run;
import io.landfall.inspection.Runner;

/** Sets an inspection going that an operator asked for: through the same route as the schedule's. */
@Component
final class StartInspection implements Runner {
    private final CamelContext camel;
    private final Inspection inspection;

    StartInspection(CamelContext camel, Inspection inspection) {
        this.camel = camel;
        this.inspection = inspection;
    }

    @Override
    public void start(Run run) {
        Exchange exchange = new DefaultExchange(camel);
        InspectionRun.begin(exchange, run);
        ProducerTemplate template = camel.createProducerTemplate();
        CompletableFuture<Exchange> end = template.asyncSend("direct:inspection-run", exchange);
        CompletableFuture<Exchange> unused = end.whenComplete((done, thrown) -> {
            Throwable cause = done == null ? thrown : done.getException();
            if (cause != null) {
                inspection.breakOff(run, cause);
                inspection.finish(run);
            }
            template.stop();
        });
    }

    @Override
    public BooleanSupplier shuttingDown() {
        return () -> camel.isStopping() || camel.isStopped();
    }
}
