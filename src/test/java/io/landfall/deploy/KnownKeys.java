package io.landfall.deploy;

import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.Collections;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

import org.springframework.beans.factory.config.YamlPropertiesFactoryBean;
import org.springframework.core.io.ClassPathResource;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** The configuration keys of Landfall and of Spring Boot, as environment variables spell them. */
final class KnownKeys {
    private static final ObjectMapper JSON = new ObjectMapper();

    private KnownKeys() {}

    /** Both spellings of {@code landfall.admin-password} that are taken: with an underscore for the dash, and with nothing. */
    static Set<String> asVariables() throws IOException {
        Set<String> variables = new TreeSet<>();
        for (String key : keys()) {
            String upper = key.toUpperCase(Locale.ROOT).replace('.', '_');
            variables.add(upper.replace('-', '_'));
            variables.add(upper.replace("-", ""));
        }
        return variables;
    }

    private static Set<String> keys() throws IOException {
        Set<String> keys = new TreeSet<>();
        for (URL metadata : Collections.list(
                KnownKeys.class.getClassLoader().getResources("META-INF/spring-configuration-metadata.json"))) {
            try (InputStream json = metadata.openStream()) {
                for (JsonNode property : JSON.readTree(json).path("properties")) {
                    keys.add(property.path("name").asText());
                }
            }
        }
        YamlPropertiesFactoryBean yaml = new YamlPropertiesFactoryBean();
        yaml.setResources(new ClassPathResource("application.yml"));
        keys.addAll(yaml.getObject().stringPropertyNames());
        return keys;
    }
}
