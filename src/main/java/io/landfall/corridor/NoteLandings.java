package io.landfall.corridor;

import java.time.Clock;
import java.util.ArrayList;
import java.util.List;

import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

import io.landfall.ledger.Ledger;
import io.landfall.ledger.Ledger.Landing;
import io.landfall.overview.Landings;
import io.landfall.state.Attribute;
import io.landfall.state.Task;
import io.landfall.view.ViewWrite;
import io.landfall.view.WriteOutcome;
import io.landfall.view.Written;

/** Step note-landings: what the view acknowledged is noted in the ledger. */
@Component
final class NoteLandings {
    /** The exchange property with what the view forgot and must get again, {@code List<ViewWrite>}. */
    static final String FORGOTTEN = "landfall.forgotten";

    private static final Logger LOG = LoggerFactory.getLogger(NoteLandings.class);

    private final Ledger ledger;
    private final LedgerWait wait;
    private final Landings landed;
    private final LandMetrics metrics;
    private final Clock clock;

    NoteLandings(Ledger ledger, LedgerWait wait, Landings landed, LandMetrics metrics, Clock clock) {
        this.ledger = ledger;
        this.wait = wait;
        this.landed = landed;
        this.metrics = metrics;
        this.clock = clock;
    }

    @Handler
    List<Written> note(@Body List<Written> written, Exchange exchange) {
        List<Landing> landings = new ArrayList<>(written.size());
        for (Written one : written) {
            if (one.outcome() instanceof WriteOutcome.Landed landed) {
                landings.add(landing(one.write(), landed.incomplete().isEmpty()));
            }
        }
        long began = System.nanoTime();
        List<ViewWrite> forgotten = landings.isEmpty()
                ? List.of()
                : wait.until(Patience.of(exchange), () -> again(ledger.landed(landings)));
        metrics.noted(System.nanoTime() - began);
        exchange.setProperty(FORGOTTEN, forgotten);
        measure(written, exchange.getProperty(LandedEvents.PROPERTY, LandedEvents.class));
        return written;
    }

    private void measure(List<Written> written, @Nullable LandedEvents events) {
        for (Written one : written) {
            if (one.outcome() instanceof WriteOutcome.Landed) {
                Task task = one.write().task();
                landed.landed(
                        task.attribute(Attribute.TASK_TYPE),
                        task.attribute(Attribute.MODEL),
                        events == null ? List.of() : events.took(task.id(), clock));
            }
        }
    }

    private List<ViewWrite> again(List<String> ids) {
        if (ids.isEmpty()) {
            return List.of();
        }
        LOG.warn(
                "the view took older versions of {} tasks than it had acknowledged: they are written again",
                ids.size());
        long readAt = System.nanoTime();
        return ledger.read(ids).stream()
                .map(task -> new ViewWrite(task, readAt))
                .toList();
    }

    private static Landing landing(ViewWrite write, boolean whole) {
        return new Landing(write.task().id(), write.task().index(), write.task().version(), whole);
    }
}
