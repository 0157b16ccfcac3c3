package io.landfall.access;

import java.net.http.HttpResponse;
import java.util.Map;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import io.landfall.console.Asked;
import io.landfall.console.ReadingApp;

import static org.assertj.core.api.Assertions.assertThat;

/** The same rules hold where management has a port of its own. */
class ManagementPortIT {
    private static WholeProduct product;

    @BeforeAll
    static void start() {
        product = new WholeProduct(
                "management", Map.of("management.server.port", "0", "management.server.address", "127.0.0.1"));
    }

    @AfterAll
    static void stop() {
        product.close();
    }

    @Test
    void who_may_do_what_is_the_same_there() {
        int port = product.managementPort();
        assertThat(port).isNotEqualTo(product.port());
        for (String open : new String[] {"/actuator/health/liveness", "/actuator/health/readiness"}) {
            assertThat(Asked.anonymously(port, open).status()).as(open).isEqualTo(200);
        }
        for (String read : new String[] {"/actuator/health", "/actuator/prometheus", "/actuator/info"}) {
            assertThat(Asked.anonymously(port, read).status()).as(read).isEqualTo(401);
            assertThat(Asked.get(port, read, "viewer", "viewer").status())
                    .as(read)
                    .isEqualTo(200);
        }
        for (String steer : new String[] {"/actuator/jolokia/version", "/actuator/hawtio/index.html", "/actuator"}) {
            assertThat(Asked.anonymously(port, steer).status()).as(steer).isEqualTo(401);
            assertThat(Asked.get(port, steer, "operator", "operator").status())
                    .as(steer)
                    .isEqualTo(403);
            assertThat(Asked.get(port, steer, "admin", ReadingApp.PASSWORD).status())
                    .as(steer)
                    .isEqualTo(200);
        }
        assertThat(Asked.get(
                                port,
                                "/actuator/jolokia/exec/io.landfall:type=Compensation/pause",
                                "admin",
                                ReadingApp.PASSWORD)
                        .status())
                .isEqualTo(405);
    }

    @Test
    void no_spelling_of_a_path_leads_round_the_roles() {
        HostilePaths.leadNowhere(product.managementPort());
        HostilePaths.leadNowhere(product.port());
    }

    @Test
    void each_port_has_only_its_own() {
        assertThat(Asked.get(product.managementPort(), "/api/tasks", "admin", ReadingApp.PASSWORD)
                        .status())
                .isEqualTo(404);
        assertThat(Asked.get(product.port(), "/actuator/prometheus", "admin", ReadingApp.PASSWORD)
                        .status())
                .isEqualTo(404);
    }

    @Test
    void a_browser_is_asked_for_http_basic_where_there_is_no_login_page() {
        Browser browser = new Browser(product.managementPort());
        browser.keep(LoginPage.COOKIE, "of-the-other-port");
        HttpResponse<String> visit = browser.visit("/actuator/hawtio/");
        assertThat(visit.statusCode()).isEqualTo(401);
        assertThat(visit.headers().firstValue("WWW-Authenticate").orElse("")).startsWith("Basic");
    }
}
