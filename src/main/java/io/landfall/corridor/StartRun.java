package io.landfall.corridor;

import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.support.DefaultExchange;
import org.springframework.stereotype.Component;

import io.landfall.compensation.Compensation;
import io.landfall.compensation.Run;
import io.landfall.compensation.Runner;

/** Sets a run going that an operator asked for: through the same route as the schedule's. */
@Component
final class StartRun implements Runner {
    private final CamelContext camel;
    private final Compensation compensation;

    StartRun(CamelContext camel, Compensation compensation) {
        this.camel = camel;
        this.compensation = compensation;
    }

    @Override
    public void start(Run run) {
        Exchange exchange = new DefaultExchange(camel);
        CompensationRun.begin(exchange, run);
        ProducerTemplate template = camel.createProducerTemplate();
        CompletableFuture<Exchange> end = template.asyncSend("direct:compensation-run", exchange);
        CompletableFuture<Exchange> unused = end.whenComplete((done, thrown) -> {
            Throwable cause = done == null ? thrown : done.getException();
            if (cause != null) {
                compensation.breakOff(run, cause);
                compensation.finish(run);
            }
            template.stop();
        });
    }

    @Override
    public BooleanSupplier shuttingDown() {
        return () -> camel.isStopping() || camel.isStopped();
    }
}
