package io.landfall.access;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.springframework.security.crypto.bcrypt.BCryptPasswordEncoder;

import io.landfall.fault.Product;
import io.landfall.fault.Site;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** A marker stands for every secret of the configuration; nothing that the product says may hold one. */
class SecretsIT {
    private static final String MARK = "planted-5ec1";
    private static final String HASH = new BCryptPasswordEncoder(4).encode("anything");
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    /** Every place where a secret may stand, with what stands there. */
    private static Map<String, String> secrets() {
        Map<String, String> keys = new LinkedHashMap<>();
        keys.put("landfall.admin-password", MARK + "-admin");
        keys.put("landfall.view.api-key", MARK + "-view");
        keys.put("landfall.openai.base-url", "http://127.0.0.1:1/v1");
        keys.put("landfall.openai.api-key", MARK + "-openai");
        keys.put("landfall.alarms.alertmanager.url", "http://127.0.0.1:1");
        keys.put("landfall.alarms.alertmanager.username", "landfall");
        keys.put("landfall.alarms.alertmanager.password", MARK + "-alertmanager");
        keys.put("landfall.dingtalk.url", "http://127.0.0.1:1/robot/send?access_token=" + MARK + "-robot");
        keys.put("landfall.dingtalk.secret", MARK + "-sign");
        keys.put("landfall.dingtalk.hook-token", MARK + "-hook-token");
        keys.put("landfall.users[0].name", "ann");
        keys.put("landfall.users[0].password", "{bcrypt}" + HASH);
        keys.put("landfall.users[0].roles", "viewer");
        keys.put("landfall.calls.data-source.password", MARK + "-calls");
        keys.put("spring.datasource.password", MARK + "-ledger");
        keys.put("landfall.kafka.properties.sasl.jaas.config", jaas(MARK + "-kafka"));
        String client = "spring.security.oauth2.client.";
        keys.put(client + "registration.company.client-id", "landfall");
        keys.put(client + "registration.company.client-secret", MARK + "-oidc");
        keys.put(client + "registration.company.authorization-grant-type", "authorization_code");
        keys.put(client + "registration.company.redirect-uri", "{baseUrl}/login/oauth2/code/company");
        keys.put(client + "registration.company.scope", "openid");
        keys.put(client + "provider.company.authorization-uri", "http://127.0.0.1:1/authorize");
        keys.put(client + "provider.company.token-uri", "http://127.0.0.1:1/token");
        keys.put(client + "provider.company.jwk-set-uri", "http://127.0.0.1:1/keys");
        return keys;
    }

    private static String jaas(String password) {
        return "org.apache.kafka.common.security.plain.PlainLoginModule required username=\"landfall\" password=\""
                + password + "\";";
    }

    @Test
    void nothing_that_a_running_product_says_holds_a_secret() throws Exception {
        Site site = Site.fresh("secrets", 1);
        try (Product product = with(Product.of(site, "told"))
                // more than is there by default, and what is there says all it would
                .with("management.endpoints.web.exposure.include", "*")
                .with("management.endpoint.heapdump.access", "none")
                .with("logging.level.io.landfall", "debug")) {
            // the database lets anybody in and would refuse the password of nobody
            product.with(
                    "spring.datasource.url",
                    site.keys().get("spring.datasource.url").replaceAll("\\?.*", ""));
            product.start();
            // what it has asked each server is known a moment later
            await().atMost(Wait.MOST).untilAsserted(() -> ask(product, "/actuator/health", null));
            SoftAssertions soft = new SoftAssertions();
            for (String path : List.of(
                    "/actuator/env",
                    "/actuator/configprops",
                    "/actuator/beans",
                    "/actuator/health",
                    "/actuator/info",
                    "/actuator/mappings",
                    "/actuator/loggers",
                    "/actuator/conditions",
                    "/actuator/prometheus",
                    "/actuator/threaddump",
                    "/actuator/scheduledtasks",
                    "/actuator/quartz",
                    "/api/view",
                    "/api/alarms",
                    "/api/operator-actions",
                    "/api/transactions",
                    "/login.json")) {
                soft.assertThat(ask(product, path, null)).as(path).isNotEmpty().doesNotContain(MARK, HASH);
            }
            String beans = "{\"type\":\"read\",\"mbean\":\"%s\"}";
            for (String domain : List.of(
                    "io.landfall:*",
                    "org.apache.camel:type=context,*",
                    "org.apache.camel:type=components,*",
                    "org.apache.camel:type=endpoints,*",
                    "org.apache.camel:type=consumers,*",
                    "org.apache.camel:type=processors,*",
                    "org.apache.camel:type=services,*",
                    "org.apache.camel:type=routes,*")) {
                soft.assertThat(ask(product, "/actuator/jolokia", beans.formatted(domain)))
                        .as(domain)
                        .contains("\"status\":200")
                        .doesNotContain(MARK, HASH);
            }
            soft.assertThat(ask(product, "/actuator/jolokia", "{\"type\":\"list\"}"))
                    .doesNotContain(MARK, HASH);
            soft.assertAll();
        }
        assertThat(log("secrets-told")).contains("Tomcat started").doesNotContain(MARK, HASH);
    }

    @Test
    void connections_that_fail_are_told_without_what_they_tried() {
        Site site = Site.fresh("secretsaway", 1);
        try (Product product = with(Product.of(site, "away"))
                .with("landfall.view.url", "http://127.0.0.1:1")
                .with("landfall.kafka.brokers", "127.0.0.1:1")
                .with("spring.flyway.connect-retries", "1")
                .with("spring.flyway.connect-retries-interval", "1s")
                .with("spring.datasource.url", "jdbc:postgresql://127.0.0.1:1/landfall?password=" + MARK + "-url")) {
            product.launch();
            assertThat(product.awaitEnd()).isNotZero();
        }
        assertThat(log("secretsaway-away")).contains("127.0.0.1:1").doesNotContain(MARK);
    }

    @Test
    void a_login_that_is_refused_at_the_start_is_told_without_the_password() {
        Site site = Site.fresh("secretsusers", 1);
        try (Product product = Product.of(site, "plain")
                .with("landfall.users[0].name", "ann")
                .with("landfall.users[0].password", MARK)
                .with("landfall.users[0].roles", "viewer")) {
            product.launch();
            assertThat(product.awaitEnd()).isNotZero();
        }
        assertThat(log("secretsusers-plain"))
                .contains("landfall.users[0].password must be a hash")
                .doesNotContain(MARK);
        try (Product product = Product.of(site, "long").with("landfall.admin-password", MARK.repeat(10))) {
            product.launch();
            assertThat(product.awaitEnd()).isNotZero();
        }
        assertThat(log("secretsusers-long"))
                .contains("landfall.admin-password may have at most")
                .doesNotContain(MARK);
    }

    private static Product with(Product product) {
        secrets().forEach(product::with);
        return product;
    }

    private static String ask(Product product, String path, String body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + product.port() + path))
                .timeout(Duration.ofSeconds(30))
                .header("Content-Type", "application/json")
                .header(
                        "Authorization",
                        "Basic "
                                + Base64.getEncoder()
                                        .encodeToString(("admin:" + MARK + "-admin").getBytes(StandardCharsets.UTF_8)));
        if (body != null) {
            request.POST(HttpRequest.BodyPublishers.ofString(body));
        }
        var answer = HTTP.send(request.build(), BodyHandlers.ofString());
        assertThat(answer.statusCode()).as(path).isEqualTo(200);
        return answer.body();
    }

    private static String log(String name) {
        try {
            return Files.readString(Path.of("target", "fault", name + ".log"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
