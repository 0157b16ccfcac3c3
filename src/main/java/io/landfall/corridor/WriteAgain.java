package io.landfall.corridor;

import java.util.List;

import org.apache.camel.Exchange;
import org.apache.camel.ExchangeProperty;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.landfall.view.ViewWrite;

/** Step write-again: what the view forgot goes again; nearly always nothing. */
@Component
final class WriteAgain {
    @Handler
    List<ViewWrite> forgotten(@ExchangeProperty(NoteLandings.FORGOTTEN) List<ViewWrite> forgotten, Exchange exchange) {
        exchange.setProperty(ApplyEvents.WRITES, forgotten.size());
        return forgotten;
    }
}
