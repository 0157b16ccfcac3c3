package io.landfall.corridor;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** Step {@code unanswered-bulk}: why there is no answer becomes the body, to be judged like one. */
@Component
public final class UnansweredBulk {
    public void keep(Exchange exchange) {
        exchange.getMessage().setBody(exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class));
    }
}
