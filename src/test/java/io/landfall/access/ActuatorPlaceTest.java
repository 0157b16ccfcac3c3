package io.landfall.access;

import org.junit.jupiter.api.Test;
import org.springframework.boot.actuate.autoconfigure.endpoint.web.WebEndpointProperties;
import org.springframework.boot.context.properties.source.InvalidConfigurationPropertyValueException;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class ActuatorPlaceTest {
    private final WebEndpointProperties endpoints = new WebEndpointProperties();

    @Test
    void where_the_rules_expect_them_endpoints_may_be() {
        assertThatCode(() -> new ActuatorPlace(endpoints)).doesNotThrowAnyException();
    }

    @Test
    void elsewhere_they_would_be_open_to_others() {
        endpoints.setBasePath("/manage");
        assertThatThrownBy(() -> new ActuatorPlace(endpoints))
                .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                .hasMessageContaining("management.endpoints.web.base-path")
                .hasMessageContaining("/manage");
    }

    @Test
    void none_may_have_another_name() {
        endpoints.getPathMapping().put("jolokia", "jmx");
        assertThatThrownBy(() -> new ActuatorPlace(endpoints))
                .isInstanceOf(InvalidConfigurationPropertyValueException.class)
                .hasMessageContaining("management.endpoints.web.path-mapping");
    }
}
