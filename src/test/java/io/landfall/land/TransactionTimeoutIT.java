package io.landfall.land;

import java.util.List;
import java.util.Map;

import org.apache.camel.CamelContext;
import org.apache.camel.Exchange;
import org.apache.camel.ProducerTemplate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.jdbc.support.JdbcTransactionManager;
import org.springframework.transaction.support.TransactionTemplate;

import com.fasterxml.jackson.databind.JsonNode;

import io.micrometer.core.instrument.MeterRegistry;

import io.landfall.console.Asked;
import io.landfall.ledger.TimeoutRefused;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

/** A transaction that is rolled back at its timeout is seen, and costs nothing but time. */
@ExtendWith(OutputCaptureExtension.class)
class TransactionTimeoutIT {
    @RegisterExtension
    static final Landings HASTY = Landings.hasty();

    private final Landing landing = HASTY.landing();
    private final Traces traces = landing.traces();

    @Test
    void a_batch_that_waits_too_long_for_a_lock_is_seen_everywhere_and_lands_afterwards(CapturedOutput output) {
        landing.send(Fact.of("held", "SUBMITTED"));
        landing.settled();
        TransactionTemplate apart = new TransactionTemplate(
                new JdbcTransactionManager(traces.ledger().getDataSource()));
        apart.executeWithoutResult(status -> {
            traces.ledger().queryForList("select * from task where task_id = 'held' for update");
            landing.send(Fact.of("held", "COMPLETED"));
            await().atMost(Wait.MOST)
                    .until(() -> output.getAll().contains("transaction apply-batch was rolled back at its timeout"));
        });
        landing.settled();
        assertThat(traces.number("select count(*) from task where task_id = 'held' and state = 'ANALYZED'"
                        + " and landed_version = version"))
                .isEqualTo(1);
        assertThat(output.getAll()).contains("500 ms allowed");
        assertThat(landing.part(MeterRegistry.class)
                        .counter("landfall.transactions.timeouts", "name", "apply-batch")
                        .count())
                .isPositive();
        List<Map<String, Object>> rows =
                traces.ledger().queryForList("select * from transaction_timeout where name = 'apply-batch'");
        assertThat(rows).isNotEmpty().first().satisfies(row -> assertThat(row).containsEntry("timeout_ms", 500L));
        JsonNode timeouts = asked("/api/transactions/timeouts?name=apply-batch");
        assertThat(timeouts.at("/items/0/timeout").asText()).isEqualTo("PT0.5S");
        assertThat(timeouts.at("/items/0/reason").asText()).isNotEmpty();
        JsonNode line = line(asked("/api/transactions"), "apply-batch");
        assertThat(line.at("/timeouts").asInt()).isPositive();
        assertThat(line.at("/count").asInt()).isGreaterThan(line.at("/timeouts").asInt());
        assertThat(asked("/api/transactions").at("/items").findValuesAsText("name"))
                .contains("apply-batch", "note-landings", "relay-outbox");
    }

    @Test
    void what_is_done_without_a_name_is_bounded_by_the_connection() {
        assertThat(traces.ledger().queryForObject("show statement_timeout", String.class))
                .isEqualTo("55s");
        assertThat(traces.ledger().queryForObject("show idle_in_transaction_session_timeout", String.class))
                .isEqualTo("1min");
    }

    @Test
    void no_route_asks_a_server_inside_a_transaction() {
        ProducerTemplate routes = landing.part(CamelContext.class).createProducerTemplate();
        TransactionTemplate transaction = new TransactionTemplate(
                new JdbcTransactionManager(traces.ledger().getDataSource()));
        transaction.setName("held-open");
        Exchange bulk = transaction.execute(status -> routes.send(
                "direct:send-bulk", exchange -> exchange.getMessage().setBody(List.of())));
        assertThat(bulk.getException() == null ? bulk.getProperty(Exchange.EXCEPTION_CAUGHT) : bulk.getException())
                .asString()
                .contains("inside the transaction held-open");
    }

    @Test
    void a_timeout_that_is_short_and_not_acknowledged_refuses_the_start(CapturedOutput output) {
        assertThatThrownBy(() -> Landing.start("refused", Map.of("landfall.transactions.timeout", "1s")))
                .hasRootCauseInstanceOf(TimeoutRefused.class);
        assertThat(output.getAll())
                .contains("Landfall was not started: landfall.transactions.timeout is 1000 ms")
                .contains("landfall.transactions.short-acknowledged=default");
    }

    private JsonNode asked(String target) {
        Asked asked = Asked.get(landing.port(), target, "admin", "only-for-tests");
        assertThat(asked.status()).as(asked.body()).isEqualTo(200);
        return asked.json();
    }

    private static JsonNode line(JsonNode page, String name) {
        for (JsonNode line : page.at("/items")) {
            if (line.at("/name").asText().equals(name)) {
                return line;
            }
        }
        throw new AssertionError("no " + name + " in " + page);
    }
}
