package io.landfall.deploy;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import io.landfall.stack.Tools;

import static org.assertj.core.api.Assertions.assertThat;

/** What the script of the compose file asks Elasticsearch for. Elasticsearch's own security is not in the local stack. */
class ElasticsearchUserTest {
    private final Map<String, JsonNode> asked = new ConcurrentHashMap<>();
    private HttpServer server;
    private int answer = 200;

    @BeforeEach
    void listen() throws IOException {
        Tools.need("curl", "curl");
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::take);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void take(HttpExchange exchange) throws IOException {
        String login = exchange.getRequestHeaders().getFirst("Authorization");
        boolean known = ("Basic "
                        + Base64.getEncoder().encodeToString("elastic:topsecret".getBytes(StandardCharsets.UTF_8)))
                .equals(login);
        asked.put(
                exchange.getRequestMethod() + " " + exchange.getRequestURI(),
                new ObjectMapper().readTree(exchange.getRequestBody()));
        exchange.sendResponseHeaders(known ? answer : 401, -1);
        exchange.close();
    }

    private int run() throws Exception {
        ProcessBuilder script = new ProcessBuilder("bash", "ops/compose/elasticsearch-user.sh").inheritIO();
        script.environment()
                .putAll(Map.of(
                        "ELASTICSEARCH_URL",
                        "http://127.0.0.1:" + server.getAddress().getPort(),
                        "ELASTIC_PASSWORD",
                        "topsecret",
                        "LANDFALL_VIEW_PASSWORD",
                        "viewsecret"));
        script.environment().remove("http_proxy");
        return script.start().waitFor();
    }

    @Test
    void it_makes_a_user_that_may_do_with_the_default_index_what_landfall_does_and_no_more() throws Exception {
        assertThat(run()).isZero();
        assertThat(asked).containsOnlyKeys("PUT /_security/role/landfall", "PUT /_security/user/landfall");
        JsonNode role = asked.get("PUT /_security/role/landfall");
        String index = YamlFile.read(Path.of("src/main/resources/application.yml"))
                .at("/landfall/view/indices")
                .asText();
        assertThat(role.at("/indices/0/names").toString()).isEqualTo("[\"" + index + "\",\"" + index + "-*\"]");
        assertThat(role.path("cluster").toString()).isEqualTo("[\"monitor\",\"manage_index_templates\"]");
        JsonNode user = asked.get("PUT /_security/user/landfall");
        assertThat(user.path("password").asText()).isEqualTo("viewsecret");
        assertThat(user.path("roles").toString()).isEqualTo("[\"landfall\"]");
    }

    @Test
    void it_fails_when_it_is_refused() throws Exception {
        answer = 400;
        assertThat(run()).isNotZero();
        assertThat(asked).containsOnlyKeys("PUT /_security/role/landfall");
    }
}
