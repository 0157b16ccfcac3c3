package io.landfall.land;

import java.util.Map;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Whoever may not create indices waits for them. */
class MissingIndexIT {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            missing-alias | missing-alias-1 | {"aliases":{"missing-alias":{}},"mappings":%s}
            missing-index | missing-index   | {"mappings":%s}
            """)
    void events_wait_for_an_index_that_may_not_be_made_and_land_when_it_is_there(String name, String index, String body)
            throws Exception {
        try (Landing landing = Landing.start(name, Map.of("landfall.view.create", "false"))) {
            Traces traces = landing.traces();
            landing.send(Fact.of("early", "COMPLETED").patch("{\"a\":1}"));
            await().atMost(Wait.MOST).until(() -> landing.proxy().bulks() >= 2 && traces.row("early") != null);
            assertThat(traces.view()
                            .call("GET", "/" + name, null)
                            .path("status")
                            .asInt())
                    .isEqualTo(404);
            assertThat(traces.failures("early")).isEmpty();

            traces.view().call("PUT", "/" + index, body.formatted(OWN));
            landing.settled();
            assertThat(traces.document("early").path("a").asInt()).isEqualTo(1);
            assertThat(traces.row("early").isLanded()).isTrue();
            assertThat(traces.failures("early")).isEmpty();
        }
    }

    private static final String OWN =
            """
            {"properties":{"landfall":{"dynamic":"strict","properties":{
              "state":{"type":"keyword"},"attempt":{"type":"integer"},"version":{"type":"long"},
              "stages":{"type":"keyword"},"stateSince":{"type":"date"},"updatedAt":{"type":"date"},
              "taskType":{"type":"keyword"},"model":{"type":"keyword"},"incomplete":{"type":"keyword"},
              "error":{"properties":{"code":{"type":"keyword"},"message":{"type":"text"}}}}}}}
            """;
}
