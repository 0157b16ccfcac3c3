package io.landfall.corridor;

import org.apache.camel.Exchange;
import org.apache.camel.Handler;
import org.springframework.stereotype.Component;

import io.landfall.calls.CallTopic;
import io.landfall.calls.CallsConfiguration;

/** Step await-calls: waits until all calls that were told are on record, where the call log is what is recorded of them. */
@Component
final class AwaitCalls {
    /** The exchange property that says why not all calls are on record; absent: they are. */
    static final String BEHIND = "landfall.callsBehind";

    private static final String OFF = "landfall.calls.enabled is false: calls are not received";

    private final CallsConfiguration configuration;
    private final CallTopic topic;

    AwaitCalls(CallsConfiguration configuration, CallTopic topic) {
        this.configuration = configuration;
        this.topic = topic;
    }

    @Handler
    void await(Exchange exchange) {
        if (configuration.isOwnTable()) {
            exchange.setProperty(BEHIND, configuration.enabled() ? topic.behind(configuration.catchUp()) : OFF);
        }
    }
}
