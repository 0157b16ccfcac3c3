package io.landfall.deploy;

import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

/** YAML as a tree, with aliases and merges carried out. */
final class YamlFile {
    private static final ObjectMapper JSON = new ObjectMapper();

    private YamlFile() {}

    static JsonNode read(Path file) {
        return readAll(file).get(0);
    }

    /** The documents of one file. */
    static List<JsonNode> readAll(Path file) {
        try (Reader text = Files.newBufferedReader(file)) {
            List<JsonNode> documents = new ArrayList<>();
            new Yaml(new SafeConstructor(new LoaderOptions()))
                    .loadAll(text)
                    .forEach(document -> documents.add(JSON.valueToTree(document)));
            return documents;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
