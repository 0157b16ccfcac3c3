package io.landfall;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.core.io.ClassPathResource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import static org.assertj.core.api.Assertions.assertThat;

/** README's table of keys against the two places that decide: application.yml and the configuration records. */
class ConfigurationTableTest {
    /** {@code | `landfall.key` | `default` or none | meaning |}; the meaning may be empty. */
    private static final Pattern ROW =
            Pattern.compile("^\\| `(landfall\\.[a-z.-]+)` \\| (?:`([^`]+)`|none) \\|", Pattern.MULTILINE);

    @Test
    void readme_names_every_key_with_its_default() throws Exception {
        Map<String, String> defaults = new TreeMap<>(recordDefaults());
        defaults.putAll(fileDefaults());

        assertThat(readmeTable()).containsExactlyInAnyOrderEntriesOf(defaults);
    }

    @Test
    void application_yml_and_the_records_agree() throws Exception {
        Map<String, String> file = fileDefaults();
        // what the file takes from the environment has no fixed default there
        file.values().removeIf(value -> value.startsWith("${"));
        file.keySet().retainAll(recordDefaults().keySet());

        assertThat(recordDefaults()).containsAllEntriesOf(file);
    }

    private static Map<String, String> readmeTable() throws IOException {
        Map<String, String> table = new TreeMap<>();
        Matcher row = ROW.matcher(Files.readString(Path.of("README.md")));
        while (row.find()) {
            table.put(row.group(1), row.group(2) == null ? "" : row.group(2));
        }
        return table;
    }

    /** Written by the compiler's annotation processor; beside the product's classes. */
    private static Map<String, String> recordDefaults() throws IOException, URISyntaxException {
        Path classes = Path.of(Landfall.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        JsonNode metadata = new ObjectMapper()
                .readTree(classes.resolve("META-INF/spring-configuration-metadata.json")
                        .toFile());
        Map<String, String> defaults = new TreeMap<>();
        for (JsonNode property : metadata.path("properties")) {
            defaults.put(property.path("name").asText(), text(property.path("defaultValue")));
        }
        assertThat(defaults).as("keys of the records").containsKeys("landfall.events.topic", "landfall.view.url");
        return defaults;
    }

    private static String text(JsonNode value) {
        return value.isArray()
                ? StreamSupport.stream(value.spliterator(), false)
                        .map(JsonNode::asText)
                        .collect(Collectors.joining(","))
                : value.asText("");
    }

    private static Map<String, String> fileDefaults() {
        YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
        yaml.setResources(new ClassPathResource("application.yml"));
        Properties all = yaml.getObject();
        Map<String, String> ours = new TreeMap<>();
        for (String key : all.stringPropertyNames()) {
            if (key.startsWith("landfall.")) {
                ours.put(key, all.getProperty(key));
            }
        }
        return ours;
    }
}
