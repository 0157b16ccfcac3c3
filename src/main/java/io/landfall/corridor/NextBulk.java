package io.landfall.corridor;

import org.apache.camel.Exchange;
import org.springframework.stereotype.Component;

import co.elastic.clients.elasticsearch.core.BulkRequest;

/** Step {@code next-bulk}: the next request of the job becomes the body. */
@Component
public final class NextBulk {
    public void next(Exchange exchange) {
        // a builder, not a request: the component rejects the latter
        exchange.getMessage()
                .setBody(new BulkRequest.Builder()
                        .operations(OpenWrite.job(exchange).next()));
    }
}
