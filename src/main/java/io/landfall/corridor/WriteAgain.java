package io.landfall.corridor;

import java.util.List;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.landfall.view.ViewWrite;

/** Step write-again: what the view forgot, or what was noted too late, goes again; nearly always nothing. */
@Component
final class WriteAgain {
    @Handler
    @SuppressWarnings("unchecked")
    List<ViewWrite> forgotten(Exchange exchange) {
        List<ViewWrite> forgotten = exchange.getProperty(NoteLandings.FORGOTTEN, List.of(), List.class);
        exchange.setProperty(ApplyEvents.WRITES, forgotten.size());
        return forgotten;
    }
}
