package io.landfall.view;

import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;

class RefusedFieldTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            [1:14] failed to parse field [result.text] of type [long] in document with id '2'. Preview: 'hi' | result.text
            [1:6] object mapping for [result] tried to parse field [result] as object, but found a concrete value | result
            [1:6] failed to parse field [a[0]] of type [date] in document with id 'x' | a[0]
            [1:33] mapping set to strict, dynamic introduction of [nope] within [st.inner] is not allowed | st.inner.nope
            [1:33] mapping set to strict, dynamic introduction of [nope] within [_doc] is not allowed | nope
            mapper [mix] cannot be changed from type [long] to [ObjectMapper] | mix
            """)
    void the_answer_names_the_field(String reason, String path) {
        assertThat(RefusedField.path(reason)).isEqualTo(path);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            Limit of total fields [1000] has been exceeded while adding new fields [983]
            [1:2] failed to parse: field name cannot be an empty string
            something nobody has seen yet
            """)
    void an_answer_that_names_none_gives_none(String reason) {
        assertThat(RefusedField.path(reason)).isNull();
    }

    @Test
    void a_path_leads_into_the_longest_top_level_name_that_begins_it() {
        assertThat(RefusedField.topLevel("a.b.c", List.of("a", "a.b", "a.bc"))).isEqualTo("a.b");
        assertThat(RefusedField.topLevel("ab", List.of("a"))).isNull();
        assertThat(RefusedField.topLevel("a", List.of("ab", "a.b"))).isEqualTo("a.b");
        assertThat(RefusedField.topLevel("landfall.version", List.of("a"))).isNull();
    }
}
