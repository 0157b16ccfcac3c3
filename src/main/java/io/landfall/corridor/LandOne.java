package io.landfall.corridor;

import java.time.Duration;
import java.util.List;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.apache.camel.support.DefaultExchange;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

import io.landfall.audit.ViewWrites;
import io.landfall.state.Task;
import io.landfall.view.ViewWrite;
import io.landfall.view.WriteOutcome;
import io.landfall.view.Written;

/** Lands tasks outside of any batch, the way all others land: write-view, note-landings, record-failures. */
@Component
final class LandOne implements ViewWrites {
    /** Whoever audits tries again later; nobody waits behind it. */
    private static final Duration PATIENCE = Duration.ofSeconds(10);

    private final CamelContext camel;
    private final ProducerTemplate routes;
    private final NoteLandings noteLandings;
    private final WriteAgain writeAgain;

    LandOne(@Lazy CamelContext camel, @Lazy ProducerTemplate routes, NoteLandings noteLandings, WriteAgain writeAgain) {
        this.camel = camel;
        this.routes = routes;
        this.noteLandings = noteLandings;
        this.writeAgain = writeAgain;
    }

    @Override
    public boolean write(Task task) {
        List<Written> written = land(List.of(new ViewWrite(task, System.nanoTime())), "task-events", true);
        return written.get(0).outcome() instanceof WriteOutcome.Landed;
    }

    /**
     * One answer a write.
     *
     * @param noted whether the ledger is told what landed: not of an index that has no alias
     */
    List<Written> land(List<ViewWrite> writes, String trigger, boolean noted) {
        Exchange exchange = new DefaultExchange(camel);
        exchange.setProperty(ListFailures.TRIGGER, trigger);
        Patience.begin(exchange, PATIENCE);
        exchange.getMessage().setBody(writes);
        send("direct:write-view", exchange);
        List<Written> written = written(exchange);
        if (noted) {
            noteLandings.note(written, exchange);
        }
        send("direct:record-failures", exchange);
        if (noted) {
            exchange.getMessage().setBody(writeAgain.forgotten(exchange));
            send("direct:land-writes", exchange);
        }
        return written;
    }

    private void send(String route, Exchange exchange) {
        Exception thrown = routes.send(route, exchange).getException();
        if (thrown instanceof RuntimeException unchecked) {
            throw unchecked;
        }
        if (thrown != null) {
            throw new IllegalStateException("route " + route + " failed", thrown);
        }
    }

    @SuppressWarnings("unchecked")
    private static List<Written> written(Exchange exchange) {
        return exchange.getMessage().getBody(List.class);
    }
}
