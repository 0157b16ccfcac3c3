package io.landfall.access;

import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalManagementPort;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

import io.landfall.console.Asked;
import io.landfall.console.ReadingApp;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Both ports over TLS, by the keys that README names. */
@SpringBootTest(classes = ReadingApp.class, webEnvironment = WebEnvironment.RANDOM_PORT)
class HttpsIT {
    private static final Path FOLDER = Path.of("target", "https-it").toAbsolutePath();
    private static Authority authority;
    private static Certificate certificate;

    @LocalServerPort
    private int port;

    @LocalManagementPort
    private int managementPort;

    @DynamicPropertySource
    static void stack(DynamicPropertyRegistry registry) throws Exception {
        authority = Authority.in(Files.createTempDirectory(Files.createDirectories(FOLDER), "run"));
        certificate = authority.issue("console", "ip:127.0.0.1");
        ReadingApp.on("https_it", registry);
        registry.add("spring.ssl.bundle.pem.web.keystore.certificate", () -> "file:" + certificate.chain());
        registry.add("spring.ssl.bundle.pem.web.keystore.private-key", () -> "file:" + certificate.key());
        registry.add("spring.ssl.bundle.pem.web.reload-on-update", () -> true);
        registry.add("spring.ssl.bundle.watch.file.quiet-period", () -> "200ms");
        registry.add("server.ssl.bundle", () -> "web");
        registry.add("management.server.port", () -> 0);
        registry.add("management.server.address", () -> "127.0.0.1");
    }

    @Test
    void a_person_logs_in_and_steers_with_a_cookie_that_only_goes_over_tls() {
        Browser browser = new Browser(port, certificate.client());
        HttpResponse<String> before = browser.visit("/");
        assertThat(before.statusCode()).isEqualTo(302);
        assertThat(before.headers().firstValue("Location"))
                .hasValueSatisfying(to -> assertThat(to).isIn("/login", "https://127.0.0.1:" + port + "/login"));

        HttpResponse<String> in = browser.login("admin", ReadingApp.PASSWORD);
        assertThat(in.headers().firstValue("Set-Cookie").orElse(""))
                .startsWith("LANDFALL_SESSION=")
                .contains("Secure", "HttpOnly", "SameSite=Strict");
        assertThat(in.headers().firstValue("Strict-Transport-Security").orElse(""))
                .startsWith("max-age=31536000");
        assertThat(browser.fetch("/api/me").body()).contains("admin");
        assertThat(browser.visit("/").headers().firstValue("Strict-Transport-Security"))
                .isPresent();
        assertThat(browser.post("/api/compensation/pause", "{}").statusCode()).isEqualTo(200);
        assertThat(browser.post("/api/compensation/resume", "{}").statusCode()).isEqualTo(200);
    }

    @Test
    void neither_port_answers_without_tls() {
        for (int guarded : new int[] {port, managementPort}) {
            Asked plain = Asked.get(guarded, "/actuator/health/readiness");
            assertThat(plain.status()).isEqualTo(400);
            assertThat(plain.body()).contains("requires TLS");
        }
    }

    @Test
    void management_is_asked_over_tls() {
        Browser probe = new Browser(managementPort, certificate.client());
        assertThat(probe.fetch("/actuator/health/liveness").statusCode()).isEqualTo(200);
        assertThat(probe.fetch("/actuator/prometheus").statusCode()).isEqualTo(401);
    }

    @Test
    void a_certificate_that_is_replaced_on_disk_is_shown_without_a_restart() throws Exception {
        Certificate next = authority.issue("renewed", "ip:127.0.0.1");
        assertThat(shown(port)).isEqualTo("CN=console");
        replace(certificate.key(), next.key());
        replace(certificate.chain(), next.chain());
        await().atMost(Wait.MOST).untilAsserted(() -> {
            assertThat(shown(port)).isEqualTo("CN=renewed");
            assertThat(shown(managementPort)).isEqualTo("CN=renewed");
        });
    }

    /** To a client that knows no earlier session. */
    private static String shown(int port) throws Exception {
        HttpResponse<String> answer = new Browser(port, certificate.client()).fetch("/actuator/health/liveness");
        return ((java.security.cert.X509Certificate)
                        answer.sslSession().orElseThrow().getPeerCertificates()[0])
                .getSubjectX500Principal()
                .getName();
    }

    private static void replace(Path old, Path content) throws IOException {
        Path draft = Files.copy(content, old.resolveSibling(old.getFileName() + ".new"));
        Files.move(draft, old, StandardCopyOption.ATOMIC_MOVE);
    }
}
