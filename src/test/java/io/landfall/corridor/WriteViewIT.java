package io.landfall.corridor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.stack.SharedStack;
import io.landfall.state.Task;
import io.landfall.view.EsClient;
import io.landfall.view.Tasks;
import io.landfall.view.ViewWrite;
import io.landfall.view.WriteOutcome;
import io.landfall.view.Written;

import static org.assertj.core.api.Assertions.assertThat;

class WriteViewIT {
    private final EsClient es = new EsClient(SharedStack.get().elasticsearchUrl());
    private WriteViewBench bench;

    @BeforeEach
    void emptyView() throws Exception {
        es.call("DELETE", "/tasks-000001?ignore_unavailable=true", null);
        bench = new WriteViewBench(
                SharedStack.get().elasticsearchUrl(),
                Map.of("properties", "{\"durationSeconds\":{\"type\":\"float\"}}"));
    }

    @AfterEach
    void end() throws Exception {
        bench.close();
        es.close();
    }

    @Test
    void every_document_lands_with_its_version() {
        List<ViewWrite> writes = new ArrayList<>();
        for (int i = 0; i < 2_500; i++) {
            writes.add(
                    Tasks.task("task-" + i).version(10 + i).field("n", "" + i).write());
        }
        List<Written> written = bench.write(writes);
        assertThat(written).hasSize(2_500).allSatisfy(one -> {
            assertThat(one.outcome()).isEqualTo(new WriteOutcome.Landed(null, null));
            assertThat(one.tries()).isEqualTo(1);
        });
        JsonNode document = es.document("tasks", "task-7");
        assertThat(document.path("_version").asLong()).isEqualTo(17);
        assertThat(document.path("_source").path("landfall").path("state").asText())
                .isEqualTo("ANALYZED");
        assertThat(bench.meters
                        .counter("landfall.view.writes", "outcome", "landed")
                        .count())
                .isEqualTo(2_500);
    }

    @Test
    void one_document_of_five_has_a_field_of_the_wrong_type() {
        List<Written> written = bench.write(
                task("a", "1.5"), task("b", "2"), task("c", "{\"not\":\"a number\"}"), task("d", "4"), task("e", "5"));
        assertThat(written.get(2).outcome()).isInstanceOfSatisfying(WriteOutcome.Landed.class, landed -> {
            assertThat(landed.incompleteField()).isEqualTo("durationSeconds");
            assertThat(landed.refusal().reason())
                    .contains("failed to parse field [durationSeconds]")
                    .contains("caused by");
            assertThat(landed.refusal().permanent()).isTrue();
        });
        assertThat(written.stream().filter(one -> one.outcome().equals(new WriteOutcome.Landed(null, null))))
                .hasSize(4);
        JsonNode source = es.document("tasks", "c").path("_source");
        assertThat(source.has("durationSeconds")).isFalse();
        assertThat(source.path("landfall").path("incomplete").get(0).asText()).isEqualTo("durationSeconds");
        assertThat(source.path("landfall").path("state").asText()).isEqualTo("ANALYZED");
    }

    private static Task task(String id, String duration) {
        return Tasks.task(id)
                .version(5)
                .field("text", "\"hello\"")
                .field("durationSeconds", duration)
                .build();
    }
}
