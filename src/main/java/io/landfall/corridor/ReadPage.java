package io.landfall.corridor;

import java.util.List;

import org.apache.camel.Body;
import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.landfall.compensation.Drains;
import io.landfall.ledger.Ledger;
import io.landfall.view.ViewWrite;

/** Step read-page: the current documents of tasks that waited for their index. */
@Component
final class ReadPage {
    private final Drains drains;
    private final Ledger ledger;

    ReadPage(Drains drains, Ledger ledger) {
        this.drains = drains;
        this.ledger = ledger;
    }

    @Handler
    List<ViewWrite> read(@Body List<?> rows, Exchange exchange) {
        exchange.getMessage().removeHeaders("*");
        return CompensationRun.current(exchange, ledger, drains.page(CompensationRun.of(exchange), rows));
    }
}
