package io.landfall.console;

import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.jspecify.annotations.Nullable;
import org.springframework.core.io.ClassPathResource;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.constructor.SafeConstructor;

/** The words of the API document, from {@code api-words.yml}. */
final class ApiWords {
    private static final String FILE = "api-words.yml";

    private final Map<String, Map<String, Object>> operations;
    private final Map<String, Map<String, String>> fields;
    private final List<String> many;

    private ApiWords(
            Map<String, Map<String, Object>> operations, Map<String, Map<String, String>> fields, List<String> many) {
        this.operations = operations;
        this.fields = fields;
        this.many = many;
    }

    @SuppressWarnings("unchecked")
    static ApiWords read() {
        try (InputStream file = new ClassPathResource(FILE).getInputStream()) {
            Map<String, Object> all = new Yaml(new SafeConstructor(new LoaderOptions())).load(file);
            return new ApiWords(
                    (Map<String, Map<String, Object>>) part(all, "operations"),
                    (Map<String, Map<String, String>>) part(all, "fields"),
                    (List<String>) part(all, "many"));
        } catch (IOException e) {
            throw new IllegalStateException(FILE + " can't be read", e);
        }
    }

    private static Object part(Map<String, Object> all, String name) {
        return Objects.requireNonNull(all.get(name), FILE + " has no " + name);
    }

    /** Null: nobody has said what it does. */
    @Nullable
    String summary(String operation) {
        return (String) of(operation).get("summary");
    }

    /** The status of an answer that is well. */
    int status(String operation) {
        return (int) of(operation).getOrDefault("status", 200);
    }

    /** Whether the form of its body is somebody else's. */
    boolean isOpen(String operation) {
        return (boolean) of(operation).getOrDefault("open", false);
    }

    /** Names of the fields that its body may have. */
    @SuppressWarnings("unchecked")
    List<String> body(String operation) {
        List<String> names = new ArrayList<>();
        for (String name : (List<String>) of(operation).getOrDefault("body", List.of())) {
            names.addAll(name.equals("many") ? many : List.of(name));
        }
        return names;
    }

    private Map<String, Object> of(String operation) {
        return operations.getOrDefault(operation, Map.of());
    }

    /** What a field of a body, or a parameter, is; the nearest that was said of it. */
    Word field(String operation, String name) {
        String method = operation.substring(0, operation.indexOf(' '));
        for (String key : List.of(operation + " " + name, method + " " + name, name)) {
            Map<String, String> known = fields.get(key);
            if (known != null) {
                return new Word(known.getOrDefault("type", "string"), known.get("text"));
            }
        }
        return new Word("string", null);
    }

    /**
     * What a field is.
     *
     * @param type of JSON; an array is one of texts
     * @param text null: nobody has said it
     */
    record Word(String type, @Nullable String text) {}
}
