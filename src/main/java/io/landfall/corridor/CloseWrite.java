package io.landfall.corridor;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

import io.landfall.view.WriteOutcome;
import io.landfall.view.Written;

/** Step {@code close-write}: one answer a write becomes the body, {@code List<Written>} in the writes' order. */
@Component
public final class CloseWrite {
    private final MeterRegistry meters;

    public CloseWrite(MeterRegistry meters) {
        this.meters = meters;
        // from 0 on: whoever watches their growth would miss the first of each
        List.of("landed", "incomplete", "permanent", "transient", "blocked", "ahead", "superseded")
                .forEach(this::counter);
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
        counts.forEach((word, count) -> counter(word).increment(count));
    }

    private Counter counter(String word) {
        return meters.counter("landfall.view.writes", "outcome", word);
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
