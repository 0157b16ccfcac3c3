package io.landfall.corridor;

import java.util.List;
import java.util.Map;

import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.landfall.alarm.FactLog;

/** Step tell-failures: rows that {@code sql/record-failures.sql} answers become log lines, without what the view said of values. */
@Component
final class TellFailures {
    private final FactLog facts;

    TellFailures(FactLog facts) {
        this.facts = facts;
    }

    @Handler
    void tell(@Body List<Map<String, Object>> rows, Exchange exchange) {
        exchange.getMessage().removeHeaders("*");
        rows.forEach(this::tell);
    }

    private void tell(Map<String, Object> row) {
        String task = String.valueOf(row.get("task_id"));
        Number id = (Number) row.get("id");
        Object field = row.get("field");
        facts.warn(
                "failures",
                task,
                id == null ? null : id.longValue(),
                () -> "task " + task + " has not landed in " + row.get("index_name")
                        + (field == null ? "" : " whole") + ": " + row.get("cause")
                        + (field == null ? "" : ", field " + field) + "; failure " + id + " is " + row.get("status"));
    }
}
