package io.landfall.ops;

import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.web.ServerProperties;
import org.springframework.boot.web.server.Ssl;
import org.springframework.mock.env.MockEnvironment;

import io.landfall.access.AdminLogin;

import static org.assertj.core.api.Assertions.assertThat;

class StartUpLineTest {
    private final ServerProperties server = new ServerProperties();
    private final AdminLogin login = new AdminLogin("hash", AdminLogin.Origin.CONFIGURED, null);

    @Test
    void it_says_https_when_a_bundle_is_all_that_is_configured_of_tls() {
        server.setSsl(Ssl.forBundle("web"));
        assertThat(new StartUpLine(login, server).origin(new MockEnvironment(), 8443))
                .isEqualTo("https://localhost:8443");
    }

    @Test
    void it_says_http_without_tls() {
        MockEnvironment environment = new MockEnvironment().withProperty("server.address", "::1");
        assertThat(new StartUpLine(login, server).origin(environment, 8080)).isEqualTo("http://[::1]:8080");
    }
}
