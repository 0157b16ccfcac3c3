package io.landfall.corridor;

import java.util.Set;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.NamedNode;
import org.apache.camel.Route;
import org.apache.camel.spi.RoutePolicy;
import org.apache.camel.spi.RoutePolicyFactory;
import org.apache.camel.support.RoutePolicySupport;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import io.micrometer.tracing.Span;

import io.landfall.trace.Batch;
import io.landfall.trace.BatchTrace;
import io.landfall.trace.Traces;

/**
 * Routes whose work is worth a span, one an exchange: batches, writes, runs, verifiers. The span is kept in the exchange, and
 * {@link StepContext} puts it on the thread of each step.
 */
@Component
final class TracedRoutes implements RoutePolicyFactory {
    /** The exchange property with what the span of the batch tells, a {@link Batch}. */
    static final String BATCH = "landfall.tracedBatch";

    private static final String OPEN = "landfall.span";
    private static final Set<String> ROUTES = Set.of("land", "write-view", "compensation-run", "inspection-run");

    private final Traces traces;

    TracedRoutes(Traces traces) {
        this.traces = traces;
    }

    @Override
    public @Nullable RoutePolicy createRoutePolicy(CamelContext camel, String routeId, NamedNode route) {
        return traces.isOn() && (ROUTES.contains(routeId) || routeId.startsWith("verify-")) ? new Policy() : null;
    }

    /** The innermost span that is open in the exchange; null: none. */
    static @Nullable Span of(Exchange exchange) {
        Open open = exchange.getProperty(OPEN, Open.class);
        return open == null ? null : open.span;
    }

    private final class Policy extends RoutePolicySupport {
        @Override
        public void onExchangeBegin(Route route, Exchange exchange) {
            Batch batch = (Batch) exchange.removeProperty(BATCH);
            BatchTrace batchTrace = batch == null ? null : traces.begin(batch);
            Span span = batchTrace == null ? traces.begin(route.getRouteId(), of(exchange)) : batchTrace.span();
            if (span != null) {
                exchange.setProperty(OPEN, new Open(span, batchTrace, exchange.getProperty(OPEN, Open.class)));
            }
        }

        @Override
        public void onExchangeDone(Route route, Exchange exchange) {
            Open open = exchange.getProperty(OPEN, Open.class);
            if (open == null) {
                return;
            }
            exchange.setProperty(OPEN, open.outer);
            Exception thrown = exchange.getException();
            if (open.batch != null) {
                open.batch.end(thrown);
                return;
            }
            if (thrown != null) {
                open.span.error(thrown);
            }
            open.span.end();
        }
    }

    /**
     * A span that is not over.
     *
     * @param batch null: it is not that of a batch
     * @param outer of the route that called this one; null: none
     */
    private record Open(Span span, @Nullable BatchTrace batch, @Nullable Open outer) {}
}
