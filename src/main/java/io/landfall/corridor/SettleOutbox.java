package io.landfall.corridor;

import java.util.List;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.landfall.outbox.Outbox;

/** Step settle-outbox: the broker has acknowledged the claimed rows. */
@Component
final class SettleOutbox {
    private final Outbox outbox;

    SettleOutbox(Outbox outbox) {
        this.outbox = outbox;
    }

    @Handler
    @SuppressWarnings("unchecked")
    void settle(Exchange exchange) {
        outbox.sent(exchange.getProperty(ClaimOutbox.CLAIMED, List.class));
    }
}
