package io.landfall.access;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.mock.env.MockEnvironment;

import io.landfall.Landfall;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class PasswordOffLoopbackTest {
    private final MockEnvironment environment = new MockEnvironment();

    @ParameterizedTest
    @ValueSource(strings = {"127.0.0.1", "127.0.0.2", "::1", "localhost"})
    void on_loopback_no_password_need_be_set(String address) {
        environment.setProperty("server.address", address);
        assertThatCode(() -> PasswordOffLoopback.check(environment)).doesNotThrowAnyException();
    }

    @ParameterizedTest
    @ValueSource(strings = {"0.0.0.0", "::", "10.1.2.3", ""})
    void elsewhere_one_must_be_set(String address) {
        environment.setProperty("server.address", address);
        environment.setProperty("landfall.admin-password", " ");
        assertThatThrownBy(() -> PasswordOffLoopback.check(environment))
                .isInstanceOf(PasswordMissing.class)
                .hasMessageContaining("server.address");
        environment.setProperty("landfall.admin-password", "set");
        assertThatCode(() -> PasswordOffLoopback.check(environment)).doesNotThrowAnyException();
    }

    @Test
    void a_management_port_of_its_own_is_looked_at_too() {
        environment.setProperty("server.address", "127.0.0.1");
        environment.setProperty("management.server.port", "8081");
        assertThatThrownBy(() -> PasswordOffLoopback.check(environment))
                .hasMessageContaining("management.server.address");
    }

    @Test
    void the_start_is_refused_before_anything_is_opened() {
        SpringApplication app = new SpringApplication(Landfall.class);
        assertThatThrownBy(() -> app.run("--server.address=0.0.0.0", "--landfall.admin-password="))
                .isInstanceOf(PasswordMissing.class);
    }
}
