package io.landfall.corridor;

import org.apache.camel.AsyncCallback;
import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Processor;
import org.apache.camel.spi.InterceptStrategy;
import org.apache.camel.support.CamelContextHelper;
import org.apache.camel.support.processor.DelegateAsyncProcessor;
import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;
import org.springframework.stereotype.Component;

import io.landfall.alarm.LogKeys;
import io.landfall.trace.Traces;

/**
 * Whatever a step logs, itself or by a library, says of which route, batch and trace it is. It is put on the thread for one step and
 * taken off with it, so that nothing of it stays behind on a thread of a pool, however the step ends.
 */
@Component
final class StepContext implements InterceptStrategy {
    private final Traces traces;

    StepContext(Traces traces) {
        this.traces = traces;
    }

    @Override
    public Processor wrapProcessorInInterceptors(
            CamelContext context, NamedNode definition, Processor target, Processor nextTarget) {
        String route = String.valueOf(CamelContextHelper.getRouteId(definition));
        return new DelegateAsyncProcessor(target) {
            @Override
            public boolean process(Exchange exchange, AsyncCallback callback) {
                String outerRoute = MDC.get(LogKeys.ROUTE);
                String outerBatch = MDC.get(LogKeys.BATCH);
                ReceivedBatch batch = ReceivedBatch.carriedBy(exchange);
                MDC.put(LogKeys.ROUTE, route);
                if (batch != null) {
                    MDC.put(LogKeys.BATCH, batch.first());
                }
                Runnable leave = traces.enter(TracedRoutes.of(exchange));
                try {
                    return super.process(exchange, callback);
                } finally {
                    leave.run();
                    restore(LogKeys.ROUTE, outerRoute);
                    restore(LogKeys.BATCH, outerBatch);
                }
            }
        };
    }

    private static void restore(String key, @Nullable String outer) {
        if (outer == null) {
            MDC.remove(key);
        } else {
            MDC.put(key, outer);
        }
    }
}
