package io.landfall.view;

import java.nio.charset.StandardCharsets;
import java.util.List;

import org.junit.jupiter.api.Test;

import io.landfall.state.Task;

import static org.assertj.core.api.Assertions.assertThat;

class DocumentDifferenceTest {
    private final DocumentComposer composer = new DocumentComposer();
    private final DocumentDifference difference = new DocumentDifference(composer);
    private final Task task = Tasks.task("a")
            .version(7)
            .field("text", "\"words\"")
            .field("n", "1.50")
            .removed("old")
            .stage("ASR", 1)
            .build();

    @Test
    void the_composed_document_does_not_differ_nor_does_the_same_in_another_order() {
        assertThat(of(whole())).isEqualTo(new DocumentDifference.Found("", false));
        String turned = whole().replace("\"text\":\"words\",\"n\":1.50,", "\"n\" : 1.50,  \"text\":\"words\",");
        assertThat(turned).isNotEqualTo(whole());
        assertThat(of(turned).what()).isEmpty();
    }

    @Test
    void fields_that_are_other_missing_or_surplus_are_named_without_their_values() {
        String bad = whole().replace("words", "secret").replace("\"n\":1.50", "\"m\":2");

        assertThat(of(bad).what())
                .isEqualTo("missing fields n; other fields text; surplus fields m")
                .doesNotContain("secret");
        assertThat(of(whole().replace("ANALYZED", "FAILED")).what()).isEqualTo("the object landfall");
        assertThat(of("[]").what()).contains("can't be read");
    }

    @Test
    void fields_that_the_document_says_it_lacks_may_be_missing() {
        String without = new String(composer.compose(task, List.of("n")), StandardCharsets.UTF_8);

        assertThat(of(without)).isEqualTo(new DocumentDifference.Found("", true));
        assertThat(of(without.replace("\"text\":\"words\",", "")).what()).isEqualTo("missing fields text");
        assertThat(of(without.replace("{\"text\"", "{\"n\":1.50,\"text\"")).what())
                .isEqualTo("other fields n");
        assertThat(of(without.replace("[\"n\"]", "[\"n\",\"...\"]").replace("\"text\":\"words\",", ""))
                        .what())
                .isEmpty();
    }

    @Test
    void others_may_own_other_fields_of_a_shared_document() {
        String shared = whole().replace("{\"text\"", "{\"theirs\":1,\"text\"");

        assertThat(of(shared).what()).isEqualTo("surplus fields theirs");
        assertThat(sharedOf(shared).what()).isEmpty();
        assertThat(sharedOf(whole().replace("{\"text\"", "{\"old\":1,\"text\"")).what())
                .isEqualTo("surplus fields old");
        assertThat(sharedOf(shared.replace("words", "x")).what()).isEqualTo("other fields text");
    }

    private String whole() {
        return new String(composer.compose(task), StandardCharsets.UTF_8);
    }

    private DocumentDifference.Found of(String document) {
        return difference.of(document.getBytes(StandardCharsets.UTF_8), task, false);
    }

    private DocumentDifference.Found sharedOf(String document) {
        return difference.of(document.getBytes(StandardCharsets.UTF_8), task, true);
    }
}
