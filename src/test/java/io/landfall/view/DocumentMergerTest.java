package io.landfall.view;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.landfall.state.Task;

import static org.assertj.core.api.Assertions.assertThat;

class DocumentMergerTest {
    private final DocumentMerger merger = new DocumentMerger(new DocumentComposer());

    @Test
    void fields_of_others_stay_byte_for_byte() {
        String others =
                "\"price\" : 1.000, \"deep\":{ \"a\":[1 ,2] },\"t\":\"\\u00e9 \\\"x\\\"\",\"n\":-12e3,\"z\":null";
        String merged = merge(
                "{" + others + ",\"text\":\"old\"}",
                Tasks.task("a").field("text", "\"new\"").build());
        assertThat(merged)
                .startsWith("{\"price\" : 1.000,\"deep\":{ \"a\":[1 ,2] },\"t\":\"\\u00e9 \\\"x\\\"\",\"n\":-12e3,"
                        + "\"z\":null,\"text\":\"new\",\"landfall\":{");
    }

    @Test
    void a_removed_field_goes_and_our_own_object_is_replaced() {
        String merged = merge(
                "{\"landfall\":{\"version\":1},\"gone\":{\"x\":[]},\"theirs\":true}",
                Tasks.task("a").version(9).removed("gone").build());
        assertThat(merged)
                .startsWith("{\"theirs\":true,\"landfall\":{")
                .contains("\"version\":9")
                .doesNotContain("gone");
    }

    @Test
    void an_empty_document_gets_ours_only() {
        assertThat(merge("{ }", Tasks.task("a").field("x", "1").build())).startsWith("{\"x\":1,\"landfall\":");
    }

    @Test
    void a_deleted_task_leaves_what_others_wrote() {
        Task deleted = Tasks.task("a").field("x", "1").removed("y").deleted().build();
        assertThat(merge("{\"x\":1,\"theirs\":2 ,\"landfall\":{\"version\":3}}", deleted))
                .isEqualTo("{\"theirs\":2}");
        assertThat(merge("{\"x\":1,\"y\":2,\"landfall\":{\"version\":3}}", deleted))
                .isEmpty();
    }

    private String merge(String source, Task task) {
        return new String(
                merger.merge(source.getBytes(StandardCharsets.UTF_8), task, List.of()), StandardCharsets.UTF_8);
    }
}
