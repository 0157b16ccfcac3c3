package io.landfall.console;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.mock.web.MockHttpServletRequest;
import org.springframework.mock.web.MockHttpServletResponse;
import org.springframework.web.HttpMediaTypeNotAcceptableException;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.method.HandlerMethod;

import io.landfall.console.KnownParameters.BadParameter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

/** What is refused before anything is done. */
class KnownParametersTest {
    private final KnownParameters guard = new KnownParameters();
    private final MockHttpServletRequest request = new MockHttpServletRequest();

    @SuppressWarnings("unused")
    void list(@RequestParam(required = false) @Nullable String model) {}

    @SuppressWarnings("unused")
    void act() {}

    private boolean goesOn(String handler, Class<?>... parameters) throws Exception {
        HandlerMethod method = new HandlerMethod(this, getClass().getDeclaredMethod(handler, parameters));
        return guard.preHandle(request, new MockHttpServletResponse(), method);
    }

    @Test
    void what_is_known_goes_on() throws Exception {
        request.setQueryString("model=%E4%B8%AD");
        request.setParameter("model", "中");
        assertThat(goesOn("list", String.class)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"model=%zz", "model=%", "model=a%2"})
    void a_parameter_that_can_not_be_decoded_is_not_left_out(String query) {
        request.setQueryString(query);
        assertThatThrownBy(() -> goesOn("list", String.class)).isInstanceOf(BadParameter.class);
    }

    @Test
    void of_two_values_none_is_chosen() {
        request.addParameter("model", "a", "b");
        assertThatThrownBy(() -> goesOn("list", String.class)).hasMessage("model is given more than once.");
    }

    @Test
    void where_none_is_taken_none_is_listed() {
        request.addParameter("x", "a");
        assertThatThrownBy(() -> goesOn("act")).hasMessage("There is no parameter x here; none is taken.");
    }

    @ParameterizedTest
    @ValueSource(strings = {"image/png", "text/html", "application/problem+xml", "nonsense"})
    void who_could_not_read_the_answer_is_refused_before_anything_is_done(String accept) {
        request.addHeader("Accept", accept);
        assertThatThrownBy(() -> goesOn("act")).isInstanceOf(HttpMediaTypeNotAcceptableException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"*/*", "application/*", "application/json", "text/html,application/json;q=0.1", "text/html, */*"
            })
    void who_takes_json_among_others_is_served(String accept) throws Exception {
        request.addHeader("Accept", accept);
        assertThat(goesOn("act")).isTrue();
    }
}
