package io.landfall.corridor;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.component.kafka.KafkaConstants;
import org.apache.camel.impl.DefaultCamelContext;
import org.apache.camel.support.DefaultExchange;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.MDC;

import io.landfall.trace.Traces;

import static org.assertj.core.api.Assertions.assertThat;

class StepContextTest {
    private final DefaultCamelContext camel = new DefaultCamelContext();
    private final ExecutorService pool = Executors.newSingleThreadExecutor();
    private final Map<String, Map<String, String>> seen = new ConcurrentHashMap<>();

    @BeforeEach
    void routes() throws Exception {
        camel.getCamelContextExtension().addInterceptStrategy(new StepContext(new Traces(null)));
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                from("direct:outer")
                        .routeId("outer")
                        .process(exchange -> look("before"))
                        .to("direct:inner")
                        .process(exchange -> look("after"))
                        .threads()
                        .executorService(pool)
                        .process(exchange -> look("elsewhere"));
                from("direct:inner").routeId("inner").process(exchange -> {
                    look("inside");
                    if (exchange.getMessage().getBody() != null) {
                        throw new IllegalStateException("broken");
                    }
                });
            }
        });
        camel.start();
    }

    @AfterEach
    void end() {
        camel.stop();
        pool.shutdownNow();
        MDC.clear();
    }

    @Test
    void a_step_knows_its_route_and_its_batch_on_whatever_thread_it_runs() {
        send(null);
        assertThat(seen.get("before")).containsEntry("route", "outer").containsEntry("batch", "events-3@42");
        assertThat(seen.get("inside")).containsEntry("route", "inner").containsEntry("batch", "events-3@42");
        assertThat(seen.get("after")).containsEntry("route", "outer");
        assertThat(seen.get("elsewhere")).containsEntry("route", "outer").containsEntry("batch", "events-3@42");
    }

    @Test
    void nothing_stays_on_any_thread() throws Exception {
        send(null);
        assertThat(pool.submit(MDC::getCopyOfContextMap).get()).isNullOrEmpty();
        assertThat(MDC.getCopyOfContextMap()).isNullOrEmpty();
    }

    @Test
    void nothing_stays_when_a_step_fails() {
        assertThat(send("poison").getException()).hasMessage("broken");
        assertThat(MDC.getCopyOfContextMap()).isNullOrEmpty();
    }

    @Test
    void what_was_on_the_thread_before_is_there_afterwards() {
        MDC.put("route", "caller");
        send(null);
        assertThat(MDC.getCopyOfContextMap()).isEqualTo(Map.of("route", "caller"));
    }

    private Exchange send(Object body) {
        Exchange record = new DefaultExchange(camel);
        record.getMessage()
                .setHeaders(new HashMap<>(Map.of(
                        KafkaConstants.TOPIC, "events", KafkaConstants.PARTITION, 3, KafkaConstants.OFFSET, 42L)));
        Exchange exchange = new DefaultExchange(camel);
        exchange.getMessage().setBody(body);
        ReceivedBatch.of(List.of(record)).carryOn(exchange);
        return camel.createProducerTemplate().send("direct:outer", exchange);
    }

    private void look(String where) {
        seen.put(where, Map.copyOf(MDC.getCopyOfContextMap()));
    }
}
