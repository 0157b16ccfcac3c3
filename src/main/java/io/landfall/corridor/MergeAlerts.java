package io.landfall.corridor;

import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.landfall.dingtalk.AlertQueue.Batch;
import io.landfall.dingtalk.Relay;

/** Step next-alerts: the body becomes all that waits for DingTalk, when it is time for a message. */
@Component
final class MergeAlerts {
    private final Relay relay;

    MergeAlerts(Relay relay) {
        this.relay = relay;
    }

    @Handler
    Batch next() {
        return relay.next();
    }
}
