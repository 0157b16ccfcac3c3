package io.landfall.ops;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.landfall.fault.Product;
import io.landfall.fault.Site;

import static org.assertj.core.api.Assertions.assertThat;

/** What the product says on standard output when JSON is wanted, from the first byte of its start to the last of its end. */
class StructuredLogIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest
    @CsvSource({"ecs, /log/level", "logstash, /level"})
    void each_line_of_a_life_is_one_json_object(String format, String level) throws Exception {
        Site site = Site.fresh("json" + format, 1);
        Product product = Product.of(site, "one").asDeployed().with("logging.structured.format.console", format);
        try (product) {
            product.start();
            product.stop();
        }
        List<JsonNode> lines = lines(product);
        assertThat(lines).hasSizeGreaterThan(10);
        assertThat(lines).allSatisfy(line -> {
            assertThat(line.path("message").asText()).isNotEmpty();
            assertThat(line.at(level).asText()).matches("INFO|WARN|ERROR");
        });
        assertThat(Files.readAllLines(product.errors()))
                .singleElement()
                .asString()
                .startsWith("Landfall is up: ");
    }

    @Test
    void a_start_that_fails_tells_why_in_json_with_the_stack_trace_inside(@TempDir Path folder) throws Exception {
        Path routes = Files.writeString(folder.resolve("90-broken.camel.yaml"), "- route: {from: {uri: 'nonsense:x'}}");
        Product product = Product.of(Site.fresh("jsonbroken", 1), "one")
                .asDeployed()
                .with("landfall.routes", "file:" + routes)
                .with("logging.structured.format.console", "ecs");
        try (product) {
            product.launch();
            assertThat(product.awaitEnd()).isEqualTo(1);
        }
        assertThat(lines(product))
                .anySatisfy(line -> assertThat(line.at("/error/stack_trace").asText())
                        .contains("nonsense")
                        .contains("\n\tat "));
    }

    @Test
    void what_is_wrong_before_the_configuration_is_read_is_told_in_json_too() throws Exception {
        Product product = Product.of(Site.fresh("jsonearly", 1), "one")
                .asDeployed()
                .with("spring.config.location", "file:/nowhere/")
                .with("logging.structured.format.console", "ecs");
        try (product) {
            product.launch();
            assertThat(product.awaitEnd()).isEqualTo(1);
        }
        assertThat(lines(product)).isNotEmpty();
    }

    private static List<JsonNode> lines(Product product) throws IOException {
        List<JsonNode> lines = new ArrayList<>();
        for (String line : product.said().lines().toList()) {
            assertThat(line).as("a line of " + product.log()).startsWith("{").endsWith("}");
            lines.add(JSON.readTree(line));
        }
        return lines;
    }
}
