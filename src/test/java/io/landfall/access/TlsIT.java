package io.landfall.access;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringSerializer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.DriverManagerDataSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.landfall.console.Asked;
import io.landfall.fault.Product;
import io.landfall.stack.Wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/**
 * The three servers over TLS, with logins, by the keys that README names: Kafka and PostgreSQL as they are; Elasticsearch,
 * whose bare server code here has no security, behind a proxy that ends TLS and checks the login. A server that is not
 * whom it should be, that does not take the login, or that demands a certificate and gets none, is away: Landfall says why, and what came meanwhile lands afterwards.
 */
class TlsIT {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private static GuardedServers servers;
    private static Product product;

    @BeforeAll
    static void start() throws Exception {
        servers = new GuardedServers();
        product = Product.on(servers.keys(), "tls")
                .with("spring.ssl.bundle.watch.file.quiet-period", "200ms")
                .start();
    }

    @AfterAll
    static void stop() throws Exception {
        product.close();
        servers.close();
    }

    @ParameterizedTest
    @CsvSource({
        "broker, STRANGER,  certification path|trust anchors",
        "broker, ELSEWHERE, No subject alternative names matching IP address 127.0.0.1",
        "view,   STRANGER,  certification path|trust anchors",
        "view,   ELSEWHERE, does not match the certificate subject",
        "ledger, STRANGER,  certification path|trust anchors",
        "ledger, ELSEWHERE, The hostname 127.0.0.1 could not be verified",
        "broker, DEMANDING, bad_certificate|certificate_required",
        "view,   DEMANDING, bad_certificate|certificate_required",
        "ledger, DEMANDING, connection requires a valid client certificate",
    })
    void a_server_that_is_somebody_else_or_wants_a_certificate_is_away_and_nothing_is_lost(
            String component, Face face, String why) throws Exception {
        Guarded server = servers.server(component);
        server.show(face);
        try {
            isAway(component, why, component + "-" + face);
        } finally {
            server.show(Face.RIGHT);
        }
        isBack(component, component + "-" + face);
    }

    @ParameterizedTest
    @CsvSource({
        "broker, Authentication failed.*invalid credentials",
        "view,   401",
        "ledger, password authentication failed",
    })
    void a_server_that_does_not_take_the_login_is_away_and_nothing_is_lost(String component, String why)
            throws Exception {
        Guarded server = servers.server(component);
        server.takeLogin(false);
        try {
            isAway(component, why, component + "-login");
        } finally {
            server.takeLogin(true);
        }
        isBack(component, component + "-login");
    }

    @ParameterizedTest
    @ValueSource(strings = {"view", "ledger"})
    void an_authority_that_is_added_to_the_file_is_trusted_without_a_restart(String component) throws Exception {
        String task = component + "-moved";
        Guarded server = servers.server(component);
        server.show(Face.STRANGER);
        try {
            isAway(component, "certification path|trust anchors", task);
            servers.trustStranger(true);
            isBack(component, task);
        } finally {
            servers.trustStranger(false);
            server.show(Face.RIGHT);
        }
    }

    @Test
    void servers_that_demand_a_certificate_are_shown_one() throws Exception {
        product.stop();
        List<String> all = List.of("broker", "view", "ledger");
        for (String component : all) {
            servers.server(component).show(Face.DEMANDING);
        }
        try (Product with =
                Product.on(servers.keysWithCertificate(), "tls-certificate").start()) {
            send("with-certificate");
            relay("with-certificate-relayed");
            landed("with-certificate");
            landed("with-certificate-relayed");
            await().atMost(Wait.MOST).untilAsserted(() -> assertThat(
                            Asked.get(with.port(), "/actuator/health/landing").status())
                    .isEqualTo(200));
            with.stop();
            holdsNoSecret(with);
        } finally {
            for (String component : all) {
                servers.server(component).show(Face.RIGHT);
            }
            product.start();
        }
    }

    @Test
    void kafkas_clients_trust_an_authority_that_is_added_to_the_file_after_a_restart() throws Exception {
        Guarded server = servers.server("broker");
        server.show(Face.STRANGER);
        try {
            isAway("broker", "certification path|trust anchors", "broker-moved");
            servers.trustStranger(true);
            product.stop();
            product.start();
            isBack("broker", "broker-moved");
        } finally {
            servers.trustStranger(false);
            server.show(Face.RIGHT);
            // it has read the file when it was started
            product.stop();
            product.start();
        }
    }

    private static void isAway(String component, String why, String task) throws Exception {
        send(task);
        if (component.equals("broker")) {
            relay(task + "-relayed");
        }
        tells(product, component, why);
        assertThat(document(task).statusCode()).as("landed all the same").isEqualTo(404);
    }

    private static void isBack(String component, String task) throws Exception {
        landed(task);
        if (component.equals("broker")) {
            landed(task + "-relayed");
        }
        await().atMost(Wait.MOST).untilAsserted(() -> assertThat(
                        Asked.get(product.port(), "/actuator/health/landing").status())
                .isEqualTo(200));
        holdsNoSecret(product);
        for (String path : new String[] {"/actuator/health", "/api/alarms", "/api/view"}) {
            assertThat(Asked.get(product.port(), path).body()).as(path).doesNotContain(GuardedServers.secrets());
        }
    }

    private static void tells(Product asked, String component, String why) {
        await().atMost(Wait.MOST).untilAsserted(() -> {
            Asked health = Asked.get(asked.port(), "/actuator/health/landing");
            JsonNode told = health.json().at("/components/" + component);
            assertThat(told.path("status").asText()).isEqualTo("DOWN");
            assertThat(told.at("/details/reason").asText()).containsPattern(why);
            assertThat(health.body()).doesNotContain(GuardedServers.secrets());
        });
    }

    private static void holdsNoSecret(Product heard) {
        assertThat(heard.said()).doesNotContain(GuardedServers.secrets());
    }

    @Test
    void a_login_that_was_wrong_at_the_start_is_told_and_another_start_with_the_right_one_lands_what_waited()
            throws Exception {
        product.stop();
        Map<String, String> keys = servers.keysWithPassword();
        try (Product wrong = Product.on(keys, "tls-wrong")
                .with("landfall.view.password", GuardedServers.MARK + "-wrong")
                .with(
                        "landfall.kafka.properties.sasl.jaas.config",
                        keys.get("landfall.kafka.properties.sasl.jaas.config").replace("-kafka", "-wrong"))) {
            send("wrong-at-first");
            wrong.start();
            tells(wrong, "broker", "Authentication failed");
            tells(wrong, "view", "401");
            wrong.stop();
            holdsNoSecret(wrong);
        }
        // with user and password for Elasticsearch, instead of an API key
        try (Product right = Product.on(keys, "tls-password").start()) {
            landed("wrong-at-first");
            right.stop();
            holdsNoSecret(right);
        } finally {
            product.start();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "STRANGER,  PKIX path",
        "ELSEWHERE, The hostname localhost could not be verified",
        ",          password authentication failed",
    })
    void without_its_ledger_it_does_not_start_and_says_why(Face expected, String why) {
        Map<String, String> keys = servers.keys();
        String url = keys.get("spring.datasource.url");
        if (expected == Face.STRANGER) {
            keys.put("spring.datasource.url", url.replaceAll("sslrootcert=.*", "sslrootcert=" + servers.stranger()));
        } else if (expected == Face.ELSEWHERE) {
            keys.put("spring.datasource.url", url.replace("127.0.0.1", "localhost"));
        } else {
            keys.put("spring.datasource.password", GuardedServers.MARK + "-wrong");
        }
        try (Product without = Product.on(keys, "tls-ledger")
                .with("spring.flyway.connect-retries", "0")
                .launch()) {
            assertThat(without.awaitEnd()).isNotZero();
            assertThat(without.said()).containsPattern("its ledger, PostgreSQL, can't be used\\. .*(" + why + ")");
            holdsNoSecret(without);
        }
    }

    private static void send(String task) throws Exception {
        try (KafkaProducer<String, String> producer = new KafkaProducer<>(
                Map.of("bootstrap.servers", servers.plainBrokers()), new StringSerializer(), new StringSerializer())) {
            producer.send(new ProducerRecord<>("landfall.task-events", task, event(task)))
                    .get(Wait.MOST.toSeconds(), TimeUnit.SECONDS);
        }
    }

    /** By way of Landfall's own producer. */
    private static void relay(String task) {
        Map<String, String> keys = servers.keysWithCertificate();
        new JdbcTemplate(new DriverManagerDataSource(
                        keys.get("spring.datasource.url"),
                        keys.get("spring.datasource.username"),
                        keys.get("spring.datasource.password")))
                .update(
                        "insert into landfall.outbox (topic, key, payload)"
                                + " values ('landfall.task-events', convert_to(?, 'UTF8'), convert_to(?, 'UTF8'))",
                        task,
                        event(task));
    }

    private static String event(String task) {
        return "{\"eventId\":\"e1\",\"taskId\":\"" + task + "\",\"type\":\"COMPLETED\",\"patch\":{\"text\":\"hello\"}}";
    }

    private static void landed(String task) {
        await().atMost(Wait.MOST).untilAsserted(() -> {
            JsonNode found = JSON.readTree(document(task).body());
            assertThat(found.at("/_source/text").asText()).as(task).isEqualTo("hello");
            assertThat(found.at("/_source/landfall/state").asText()).isEqualTo("ANALYZED");
        });
    }

    private static HttpResponse<String> document(String task) throws Exception {
        return HTTP.send(
                HttpRequest.newBuilder(URI.create(servers.plainView() + "/tasks/_doc/" + task))
                        .build(),
                BodyHandlers.ofString());
    }
}
