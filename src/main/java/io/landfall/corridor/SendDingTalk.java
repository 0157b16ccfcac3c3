package io.landfall.corridor;

import org.apache.camel.Body;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

import io.landfall.dingtalk.AlertQueue.Batch;
import io.landfall.dingtalk.Relay;

/** Step send-ding-talk: one message to the group's robot. */
@Component
final class SendDingTalk {
    private final Relay relay;
    private final Counter sent;
    private final Counter refused;

    SendDingTalk(Relay relay, MeterRegistry meters) {
        this.relay = relay;
        this.sent = meters.counter("landfall.dingtalk.messages", "result", "sent");
        this.refused = meters.counter("landfall.dingtalk.messages", "result", "refused");
    }

    @Handler
    void send(@Body Batch batch) {
        (relay.send(batch) ? sent : refused).increment();
    }
}
