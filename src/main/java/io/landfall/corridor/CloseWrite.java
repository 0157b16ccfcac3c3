package io.landfall.corridor;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import io.micrometer.core.instrument.MeterRegistry;

import io.landfall.view.WriteOutcome;
import io.landfall.view.Written;

/** Step {@code close-write}: one answer a write becomes the body, {@code List<Written>} in the writes' order. */
@Component
public final class CloseWrite {
    private final MeterRegistry meters;

    public CloseWrite(MeterRegistry meters) {
        this.meters = meters;
    }

    public void close(Exchange exchange) {
        List<Written> written = OpenWrite.job(exchange).written();
        exchange.removeProperty(OpenWrite.JOB);
        exchange.getMessage().setBody(written);
        count(written);
    }

    private void count(List<Written> written) {
        Map<String, Integer> counts = new TreeMap<>();
        for (Written one : written) {
            counts.merge(word(one.outcome()), 1, Integer::sum);
        }
        counts.forEach((word, count) ->
                meters.counter("landfall.view.writes", "outcome", word).increment(count));
    }

    private static String word(WriteOutcome outcome) {
        if (outcome instanceof WriteOutcome.Landed landed) {
            return landed.incomplete().isEmpty() ? "landed" : "incomplete";
        }
        if (outcome instanceof WriteOutcome.Failed failed) {
            return failed.permanent() ? "permanent" : "transient";
        }
        if (outcome instanceof WriteOutcome.Blocked) {
            return "blocked";
        }
        return outcome instanceof WriteOutcome.Ahead ? "ahead" : "superseded";
    }
}
