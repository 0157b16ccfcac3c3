package io.landfall.inspection;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.Timestamp;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Rows as a database hands them out, turned into JSON: times as ISO-8601, {@code result} as the JSON that its bytes say. */
final class RowValues {
    private RowValues() {}

    static JsonNode tree(Collection<?> rows, JsonMapper json) throws IOException {
        ArrayNode entries = json.createArrayNode();
        for (Object row : rows) {
            ObjectNode entry = entries.addObject();
            if (row instanceof Map<?, ?> columns) {
                for (Map.Entry<?, ?> column : columns.entrySet()) {
                    JsonNode value = value(column.getValue(), json);
                    if (!value.isMissingNode()) {
                        entry.set(String.valueOf(column.getKey()), value);
                    }
                }
            }
        }
        return entries;
    }

    /** Missing when it can't be read, as a number with a million digits can't: that must not cost all others their answer. */
    private static JsonNode readable(byte[] bytes, JsonMapper json) {
        try {
            return json.readTree(bytes);
        } catch (IOException | ArithmeticException | NumberFormatException e) {
            return json.missingNode();
        }
    }

    private static JsonNode value(@Nullable Object value, JsonMapper json) throws IOException {
        if (value instanceof byte[] bytes) {
            return readable(bytes, json);
        }
        if (value instanceof Timestamp at) {
            return json.getNodeFactory().textNode(at.toInstant().toString());
        }
        if (value instanceof Instant || value instanceof OffsetDateTime) {
            return json.getNodeFactory().textNode(value.toString());
        }
        if (value != null && value.getClass().getName().equals("org.postgresql.util.PGobject")) {
            return readable(value.toString().getBytes(StandardCharsets.UTF_8), json);
        }
        try {
            return json.valueToTree(value);
        } catch (IllegalArgumentException e) {
            throw new IOException("a value that is no JSON", e);
        }
    }
}
