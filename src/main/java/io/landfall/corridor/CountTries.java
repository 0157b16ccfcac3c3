package io.landfall.corridor;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;

import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

import io.landfall.alarm.FactLog;
import io.landfall.compensation.Claim;
import io.landfall.compensation.Settlements;

/** Step count-tries: what became of the tries, for the report, the guard and the metrics. */
@Component
final class CountTries {
    private final Settlements settlements;
    private final FactLog facts;
    private final MeterRegistry meters;

    CountTries(Settlements settlements, FactLog facts, MeterRegistry meters) {
        this.settlements = settlements;
        this.facts = facts;
        this.meters = meters;
        // from 0 on: whoever watches their growth would miss the first of each
        List.of("RESOLVED", "SUPERSEDED", "PENDING", "EXHAUSTED", "PERMANENT").forEach(this::counter);
    }

    @Handler
    void count(@Body List<?> rows, Exchange exchange) {
        exchange.getMessage().removeHeaders("*");
        tell(CompensationRun.claims(exchange), rows);
        settlements.count(CompensationRun.of(exchange), rows).forEach(status -> counter(status)
                .increment());
    }

    private void tell(Collection<Claim> claims, List<?> rows) {
        Map<Long, String> tasks = new HashMap<>();
        claims.forEach(claim -> tasks.put(claim.failureId(), claim.taskId()));
        for (Object each : rows) {
            Map<?, ?> row = (Map<?, ?>) each;
            if (Boolean.TRUE.equals(row.get("tried")) && row.get("id") instanceof Number id) {
                tell(id.longValue(), tasks.get(id.longValue()), String.valueOf(row.get("status")));
            }
        }
    }

    private void tell(long id, @Nullable String task, String status) {
        Supplier<String> line = () -> "task " + task + " was tried again: failure " + id + " is " + status;
        if (status.equals("EXHAUSTED") || status.equals("PERMANENT")) {
            facts.warn("failures tried in vain", task, id, line);
        } else if (!status.equals("PENDING")) {
            facts.info("failures settled", task, id, line);
        }
    }

    private Counter counter(String status) {
        return meters.counter("landfall.compensation.tries", "outcome", status.toLowerCase(Locale.ROOT));
    }
}
