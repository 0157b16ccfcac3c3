package io.landfall.corridor;

import java.util.List;

import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.landfall.compensation.Drains;
import io.landfall.view.Written;

/** Step count-drained: what became of tasks that waited for their index, for the report and the guard. */
@Component
final class CountDrained {
    private final Drains drains;

    CountDrained(Drains drains) {
        this.drains = drains;
    }

    @Handler
    List<Written> count(@Body List<Written> written, Exchange exchange) {
        drains.count(CompensationRun.of(exchange), written);
        return written;
    }
}
