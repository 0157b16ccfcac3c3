package io.landfall.view;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.landfall.state.Attribute;
import io.landfall.state.Task;
import io.landfall.state.TaskState;

import static org.assertj.core.api.Assertions.assertThat;

class DocumentComposerTest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private final DocumentComposer composer = new DocumentComposer();

    @Test
    void a_bare_task_shows_only_what_every_task_has() {
        assertThat(text(Tasks.task("a").version(7).state(TaskState.TO_ANALYZE).build()))
                .isEqualTo("{\"landfall\":{\"state\":\"TO_ANALYZE\",\"attempt\":1,\"version\":7,"
                        + "\"stateSince\":\"2026-01-02T03:04:05.678Z\",\"updatedAt\":\"2026-01-02T03:04:05.678Z\"}}");
    }

    @Test
    void values_stay_as_their_producers_wrote_them() {
        String value = "{ \"n\" : 1e400, \"big\":9223372036854775808, \"nul\":\"\\u0000\", \"lone\":\"\\ud800\" }";
        assertThat(text(Tasks.task("a").field("x", value).field("y", " [1,  2]").build()))
                .startsWith("{\"x\":" + value + ",\"y\": [1,  2],\"landfall\":");
    }

    @Test
    void a_removed_field_is_not_shown() {
        assertThat(text(Tasks.task("a").field("x", "1").removed("gone").build()))
                .doesNotContain("gone");
    }

    @Test
    void a_field_left_out_is_named() throws Exception {
        Task task = Tasks.task("a").field("x", "1").field("bad\"", "2").build();
        JsonNode document = JSON.readTree(composer.compose(task, List.of("bad\"")));
        assertThat(document.has("bad\"")).isFalse();
        assertThat(document.path("x").asInt()).isEqualTo(1);
        assertThat(document.path("landfall").path("incomplete").get(0).asText()).isEqualTo("bad\"");
    }

    @Test
    void stages_are_in_the_order_of_their_numbers_and_equal_ones_as_they_came() throws Exception {
        Task task = Tasks.task("a")
                .stage("LLM", 5)
                .stage("ASR", 2)
                .stage("B", 5)
                .stage("A", 5)
                .build();
        assertThat(JSON.readTree(composer.compose(task))
                        .path("landfall")
                        .path("stages")
                        .toString())
                .isEqualTo("[\"ASR\",\"LLM\",\"B\",\"A\"]");
    }

    @Test
    void everything_known_of_a_task_is_shown() throws Exception {
        Task task = Tasks.task("a")
                .state(TaskState.FAILED)
                .tag(Attribute.TASK_TYPE, "语音 \"x\"")
                .tag(Attribute.MODEL, "m\n1")
                .tag(Attribute.CALL_ID, "hidden")
                .error("{\"code\":\"E1\",\"message\":\"no\"}")
                .build();
        JsonNode own = JSON.readTree(composer.compose(task)).path("landfall");
        assertThat(own.path("taskType").asText()).isEqualTo("语音 \"x\"");
        assertThat(own.path("model").asText()).isEqualTo("m\n1");
        assertThat(own.path("error").path("code").asText()).isEqualTo("E1");
        assertThat(own.toString()).doesNotContain("hidden");
    }

    @Test
    void any_name_becomes_a_legal_json_name() throws Exception {
        String name = "\u0000\u001f\u007f\"\\/é语😀\ud800x\udc00";
        byte[] document = composer.compose(Tasks.task("a").field(name, "1").build());
        assertThat(new String(document, StandardCharsets.UTF_8))
                .contains("\\u0000\\u001f\u007f\\\"\\\\/é语😀\\ud800x\\udc00");
        assertThat(JSON.readTree(document).path(name).asInt()).isEqualTo(1);
    }

    private String text(Task task) {
        return new String(composer.compose(task), StandardCharsets.UTF_8);
    }

    @Test
    void many_and_long_names_of_what_was_left_out_are_cut() throws Exception {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < 150; i++) {
            names.add("n".repeat(1_000) + i);
        }
        byte[] document = composer.compose(Tasks.task("a").build(), names);
        JsonNode incomplete = JSON.readTree(document).path("landfall").path("incomplete");
        assertThat(incomplete).hasSize(DocumentComposer.MOST_NAMES + 1);
        assertThat(incomplete.get(0).asText()).hasSize(DocumentComposer.LONGEST_NAME);
        assertThat(incomplete.get(DocumentComposer.MOST_NAMES).asText()).isEqualTo("…");
    }
}
