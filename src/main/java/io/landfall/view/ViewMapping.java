package io.landfall.view;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** How documents are mapped: the object {@code landfall} strictly, users' fields as they come or as configured. */
final class ViewMapping {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** The types of {@code landfall.*}; of an existing index they must be the same. */
    private static final Map<String, String> OWN = new LinkedHashMap<>();

    static {
        OWN.put("state", "keyword");
        OWN.put("attempt", "integer");
        OWN.put("version", "long");
        OWN.put("stages", "keyword");
        OWN.put("stateSince", "date");
        OWN.put("updatedAt", "date");
        OWN.put("taskType", "keyword");
        OWN.put("model", "keyword");
        OWN.put("incomplete", "keyword");
    }

    private final ViewConfiguration configuration;
    private final ObjectNode users;

    ViewMapping(ViewConfiguration configuration) {
        this.configuration = configuration;
        this.users = users(configuration.properties());
    }

    private static ObjectNode users(@Nullable String properties) {
        if (properties == null || properties.isBlank()) {
            return JSON.createObjectNode();
        }
        try {
            if (JSON.readTree(properties) instanceof ObjectNode object && !object.has(DocumentComposer.OWN)) {
                return object;
            }
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("landfall.view.properties is not JSON: " + e.getOriginalMessage(), e);
        }
        throw new IllegalArgumentException(
                "landfall.view.properties must be a JSON object of field mappings, without 'landfall'");
    }

    /** The index template behind an alias. */
    ObjectNode template(String name) {
        ObjectNode template = JSON.createObjectNode();
        template.putArray("index_patterns").add(name + "-*");
        // of two indices whose names begin alike (tasks, tasks-archive) the longer one's template wins
        template.put("priority", 100 + name.length());
        ObjectNode content = template.putObject("template");
        content.set("settings", settings());
        content.set("mappings", mappings());
        template.putObject("_meta").put("made-by", "landfall");
        return template;
    }

    private ObjectNode settings() {
        ObjectNode settings = JSON.createObjectNode();
        settings.put("index.number_of_shards", configuration.shards());
        String replicas = configuration.replicas();
        settings.put(replicas.contains("-") ? "index.auto_expand_replicas" : "index.number_of_replicas", replicas);
        // a slow writer must meet the version of what was deleted, not a gap
        settings.put("index.gc_deletes", "1h");
        return settings;
    }

    private ObjectNode mappings() {
        ObjectNode mappings = JSON.createObjectNode();
        mappings.put("dynamic", true);
        // the first text that looks like a date must not decide that all later ones are
        mappings.put("date_detection", false);
        ObjectNode properties = mappings.putObject("properties");
        properties.setAll(users);
        properties.set(DocumentComposer.OWN, own());
        return mappings;
    }

    private static ObjectNode own() {
        ObjectNode own = JSON.createObjectNode();
        own.put("dynamic", "strict");
        ObjectNode properties = own.putObject("properties");
        OWN.forEach((field, type) -> properties.putObject(field).put("type", type));
        ObjectNode error = properties.putObject("error");
        // kept as it came; only these two are searched
        error.put("dynamic", false);
        error.putObject("properties")
                .set("code", JSON.createObjectNode().put("type", "keyword").put("ignore_above", 256));
        error.withObject("/properties").putObject("message").put("type", "text");
        return own;
    }

    /** Only our own object, to be added to an index of others. */
    ObjectNode ownOnly() {
        ObjectNode mapping = JSON.createObjectNode();
        mapping.putObject("properties").set(DocumentComposer.OWN, own());
        return mapping;
    }

    ObjectNode alias(String name) {
        ObjectNode aliases = JSON.createObjectNode();
        aliases.putObject(name).put("is_write_index", true);
        return aliases;
    }

    /** Whether an index lacks some of our fields. Throws when it has one of another type. */
    boolean lacksSomething(String index, JsonNode mappings) {
        JsonNode own = mappings.path("properties").path(DocumentComposer.OWN);
        if (own.isMissingNode()) {
            return true;
        }
        if (!own.path("type").asText("object").equals("object")) {
            throw mismatch(index, DocumentComposer.OWN, own.path("type").asText(), "object");
        }
        boolean lacks = !own.path("properties").has("error");
        for (Map.Entry<String, String> field : OWN.entrySet()) {
            JsonNode found = own.path("properties").path(field.getKey());
            String type = found.path("type").asText("object");
            if (found.isMissingNode()) {
                lacks = true;
            } else if (!type.equals(field.getValue())) {
                throw mismatch(index, DocumentComposer.OWN + "." + field.getKey(), type, field.getValue());
            }
        }
        return lacks;
    }

    private static ViewMismatch mismatch(String index, String field, String found, String expected) {
        return new ViewMismatch("Index " + index + " maps " + field + " as " + found + ", Landfall writes it as "
                + expected + ": write to another index (landfall.view.indices) or rebuild this one with that mapping");
    }
}
