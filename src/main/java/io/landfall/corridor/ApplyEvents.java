package io.landfall.corridor;

import java.util.List;

import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.FactLog;
import io.landfall.alarm.Severity;
import io.landfall.event.Delivery;
import io.landfall.ledger.Ledger;
import io.landfall.ledger.Ledger.Settled;
import io.landfall.ledger.Ledger.Word;
import io.landfall.trace.Traces;
import io.landfall.view.ViewWrite;

/** Step apply-events: deliveries go into the ledger in one transaction; what must be written to the view comes out. */
@Component
final class ApplyEvents {
    /** The exchange property that says how many documents are still to be written. */
    static final String WRITES = "landfall.writes";

    private final Ledger ledger;
    private final LedgerWait wait;
    private final LandMetrics metrics;
    private final Alarms alarms;
    private final FactLog facts;
    private final Traces traces;

    ApplyEvents(Ledger ledger, LedgerWait wait, LandMetrics metrics, Alarms alarms, FactLog facts, Traces traces) {
        this.ledger = ledger;
        this.wait = wait;
        this.metrics = metrics;
        this.alarms = alarms;
        this.facts = facts;
        this.traces = traces;
    }

    @Handler
    List<ViewWrite> apply(@Body List<Delivery> deliveries, Exchange exchange) {
        Patience patience = Patience.of(exchange);
        long began = System.nanoTime();
        Ledger.Applied applied =
                traces.within("apply-events", () -> wait.until(patience, () -> ledger.apply(deliveries)));
        metrics.applied(applied.outcomes(), System.nanoTime() - began);
        alarmOfCap(applied.outcomes());
        tellRefused(deliveries, applied.outcomes());
        exchange.setProperty(WRITES, applied.writeSet().size());
        exchange.setProperty(LandedEvents.PROPERTY, new LandedEvents(deliveries));
        long readAt = System.nanoTime();
        return applied.writeSet().stream()
                .map(task -> new ViewWrite(task, readAt))
                .toList();
    }

    /** One outcome a delivery, in their order. */
    private void tellRefused(List<Delivery> deliveries, List<Settled> outcomes) {
        for (int i = 0; i < outcomes.size(); i++) {
            Settled outcome = outcomes.get(i);
            if (outcome.word() == Word.ILLEGAL || outcome.word() == Word.MALFORMED) {
                Delivery delivery = deliveries.get(i);
                facts.warn(
                        "dead letters",
                        delivery.taskId(),
                        null,
                        () -> delivery.source().position() + " is a dead letter: " + outcome.reason()
                                + (delivery.taskId() == null ? "" : ", task " + delivery.taskId()));
            }
        }
    }

    private void alarmOfCap(List<Settled> outcomes) {
        if (outcomes.stream()
                .anyMatch(o -> o.word() == Word.ILLEGAL && o.reason().equals("attempt-cap"))) {
            alarms.occurred(
                    "attempt-cap",
                    Severity.P2,
                    "tasks were to be retried beyond their attempt cap; they stay as they are, see dead letters with reason"
                            + " attempt-cap");
        }
    }
}
