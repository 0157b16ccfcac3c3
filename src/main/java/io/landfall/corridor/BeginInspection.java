package io.landfall.corridor;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

import io.landfall.alarm.Availability;
import io.landfall.inspection.Inspection;
import io.landfall.inspection.Run;
import io.landfall.inspection.SettledRepair;
import io.landfall.state.EventType;

/** Step begin-inspection: the schedule looks whether an inspection is due, and what became of the repairs of earlier ones. */
@Component
final class BeginInspection {
    private final Inspection inspection;
    private final LedgerTrouble trouble;
    private final MeterRegistry meters;
    private final Timer timeToRepair;

    BeginInspection(Inspection inspection, Availability availability, MeterRegistry meters) {
        this.inspection = inspection;
        this.trouble = new LedgerTrouble(availability, "inspection can't look for suspects");
        this.meters = meters;
        this.timeToRepair = Timer.builder("landfall.repair.time")
                .description("From the state that a task went silent in to its repair")
                .serviceLevelObjectives(
                        Duration.ofMinutes(1),
                        Duration.ofMinutes(5),
                        Duration.ofMinutes(10),
                        Duration.ofMinutes(15),
                        Duration.ofMinutes(30),
                        Duration.ofHours(1),
                        Duration.ofHours(4))
                .register(meters);
        // from 0 on: whoever watches their growth would miss the first of each
        for (EventType kind : List.of(EventType.COMPLETED, EventType.FAILED, EventType.RETRY)) {
            for (String result : List.of("applied", "no-effect", "stale", "illegal")) {
                counter(kind.name(), result);
            }
        }
    }

    @Handler
    void begin(Exchange exchange) {
        CamelContext camel = exchange.getContext();
        Optional<Run> run = look(camel);
        run.ifPresent(opened -> InspectionRun.begin(exchange, opened));
        exchange.setProperty("landfall.runs", run.isPresent() ? 1 : 0);
    }

    /** None while the ledger is away: suspects wait in it. */
    private Optional<Run> look(CamelContext camel) {
        return trouble.orElse(Optional.empty(), () -> {
            inspection.settleRepairs().forEach(this::count);
            return inspection.look(() -> camel.isStopping() || camel.isStopped());
        });
    }

    private void count(SettledRepair repair) {
        String outcome = repair.outcome().toLowerCase(Locale.ROOT).replace('_', '-');
        counter(repair.kind(), outcome).increment();
        if (outcome.equals("applied")) {
            timeToRepair.record(repair.took());
        }
    }

    private Counter counter(String kind, String result) {
        return meters.counter("landfall.repairs", "kind", kind.toLowerCase(Locale.ROOT), "result", result);
    }
}
