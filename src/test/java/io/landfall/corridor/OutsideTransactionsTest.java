package io.landfall.corridor;

import org.apache.camel.Exchange;
import org.apache.camel.builder.RouteBuilder;
import org.apache.camel.impl.DefaultCamelContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import static org.assertj.core.api.Assertions.assertThat;

class OutsideTransactionsTest {
    private final DefaultCamelContext camel = new DefaultCamelContext();

    @BeforeEach
    void routes() throws Exception {
        camel.getCamelContextExtension().addInterceptStrategy(new OutsideTransactions());
        camel.addRoutes(new RouteBuilder() {
            @Override
            public void configure() {
                errorHandler(noErrorHandler());
                from("direct:work").to("direct:another-route").id("to-another-route");
                from("direct:another-route").to("mock:server").id("to-server");
            }
        });
        camel.start();
    }

    @AfterEach
    void end() {
        TransactionSynchronizationManager.setActualTransactionActive(false);
        TransactionSynchronizationManager.setCurrentTransactionName(null);
        camel.stop();
    }

    @Test
    void a_server_is_asked_outside_of_transactions() {
        assertThat(send().getException()).isNull();
    }

    @Test
    void the_step_that_asks_a_server_inside_of_one_fails_and_says_where() {
        TransactionSynchronizationManager.setActualTransactionActive(true);
        TransactionSynchronizationManager.setCurrentTransactionName("apply-batch");
        assertThat(send().getException()).hasMessage("step to-server inside the transaction apply-batch");
    }

    private Exchange send() {
        return camel.createProducerTemplate().send("direct:work", exchange -> {});
    }
}
