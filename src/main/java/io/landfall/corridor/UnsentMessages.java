package io.landfall.corridor;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

/** Step unsent-messages: why the chunk was not acknowledged is kept, to be judged when it is settled. */
@Component
public final class UnsentMessages {
    static final String WHY = "landfall.unsent";

    public void keep(Exchange exchange) {
        exchange.setProperty(WHY, exchange.getProperty(Exchange.EXCEPTION_CAUGHT, Throwable.class));
    }
}
