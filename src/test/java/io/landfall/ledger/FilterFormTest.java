package io.landfall.ledger;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What people ask for, taken as they said it or not at all. */
class FilterFormTest {
    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"dryRun\":null}",
                "{\"expected\":null}",
                "{\"limit\":null}",
                "{\"all\":null}",
                "{\"dryRun\":\"true\"}",
                "{\"dryRun\":1}",
                "{\"expected\":1.0}"
            })
    void a_bound_that_is_null_or_of_another_kind_is_not_taken_for_none(String json) throws JsonProcessingException {
        FilterForm form = new FilterForm(new ObjectMapper().readTree(json));
        assertThatThrownBy(() -> Bounds.read(form)).isInstanceOf(BadFilter.class);
    }

    @Test
    void a_text_that_is_null_is_not_given() throws JsonProcessingException {
        FilterForm form = new FilterForm(new ObjectMapper().readTree("{\"reason\":null}"));
        assertThat(form.text("reason")).isNull();
    }

    @Test
    void a_duration_has_its_unit() {
        assertThat(AskedSetting.duration("window", "24h", "24h")).isEqualTo(Duration.ofDays(1));
        assertThat(AskedSetting.duration("window", "PT24H", "24h")).isEqualTo(Duration.ofDays(1));
        assertThat(AskedSetting.duration("window", null, "24h")).isNull();
        for (Object wrong : new Object[] {86_400, "3600", "", "1d ", "soon", "99999999999999999999h"}) {
            assertThatThrownBy(() -> AskedSetting.duration("window", wrong, "24h"))
                    .as(String.valueOf(wrong))
                    .hasMessage("window must be a duration such as 24h.");
        }
    }
}
