package io.landfall.corridor;

import java.util.List;

import org.apache.camel.Exchange;

import co.elastic.clients.elasticsearch.core.bulk.BulkResponseItem;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

import io.landfall.alarm.Availability;
import io.landfall.view.ViewJob;

/** Step {@code judge-bulk}: body is the view's answer, item by item, or the reason why there is none. */
@org.springframework.stereotype.Component
public final class JudgeBulk {
    private final Availability availability;
    private final Timer answered;
    private final Timer unanswered;

    public JudgeBulk(Availability availability, MeterRegistry meters) {
        this.availability = availability;
        this.answered = timer(meters, "answered");
        this.unanswered = timer(meters, "unanswered");
    }

    private static Timer timer(MeterRegistry meters, String result) {
        return Timer.builder("landfall.view.bulks")
                .description("Requests to the view")
                .tag("result", result)
                .register(meters);
    }

    public void judge(Exchange exchange) {
        ViewJob job = OpenWrite.job(exchange);
        Object answer = exchange.getMessage().getBody();
        if (answer instanceof Throwable thrown) {
            unanswered.record(job.sinceSent());
            job.unanswered(thrown);
        } else if (answer instanceof List<?> items) {
            answered.record(job.sinceSent());
            job.answered(items.stream().map(BulkResponseItem.class::cast).toList());
        } else {
            throw new IllegalStateException("no answer to a bulk: " + (answer == null ? null : answer.getClass()));
        }
        if (job.absence() == null) {
            availability.back(io.landfall.alarm.Component.VIEW);
        }
    }
}
