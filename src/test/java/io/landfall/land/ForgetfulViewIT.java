package io.landfall.land;

import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import static org.assertj.core.api.Assertions.assertThat;

/** The view is restored from an older copy while a batch is under way. */
class ForgetfulViewIT {
    @Test
    void a_version_that_the_view_has_forgotten_is_written_again() throws Exception {
        try (Landing landing = Landing.start("forgetful", Map.of())) {
            Traces traces = landing.traces();
            landing.send(Fact.of("restored", "SUBMITTED").patch("{\"text\":\"old\"}"));
            JsonNode old = landing.settled().document("restored");
            AtomicBoolean restored = new AtomicBoolean();
            landing.proxy().behave(call -> {
                if (call.isBulk() && restored.compareAndSet(false, true)) {
                    // a newer version has landed by way of another node, and is gone again
                    traces.ledger().update("update task set version = version + 10, landed_version = version + 10");
                    traces.view().call("DELETE", "/forgetful-000001", null);
                    traces.view()
                            .call(
                                    "PUT",
                                    "/forgetful-000001",
                                    "{\"aliases\":{\"forgetful\":{\"is_write_index\":true}}}");
                    traces.view()
                            .call(
                                    "PUT",
                                    "/forgetful-000001/_doc/restored?version_type=external&version="
                                            + old.path("landfall")
                                                    .path("version")
                                                    .asLong(),
                                    old.toString());
                }
                return call.pass();
            });
            long bulks = landing.proxy().bulks();
            landing.send(Fact.of("restored", "COMPLETED").patch("{\"text\":\"new\"}"));
            landing.settled();
            Traces.Row row = traces.row("restored");
            assertThat(row.isLanded()).isTrue();
            JsonNode document = traces.document("restored");
            assertThat(document.path("landfall").path("version").asLong()).isEqualTo(row.version());
            assertThat(document.path("landfall").path("state").asText()).isEqualTo("ANALYZED");
            assertThat(document.path("text").asText()).isEqualTo("new");
            assertThat(landing.proxy().bulks() - bulks).isEqualTo(2);
        }
    }
}
