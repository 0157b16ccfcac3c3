package io.landfall.ledger;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;

import io.landfall.state.Attribute;
import io.landfall.state.Field;
import io.landfall.state.Json;
import io.landfall.state.JsonBytes;
import io.landfall.state.Mark;
import io.landfall.state.Tag;
import io.landfall.state.Task;

/**
 * How a task's marks and content are kept: the content is one JSON object, and the marks say how long each value is, so
 * that values are cut out of the content and put together again without ever being parsed.
 *
 * <p>Marks: {@code {"f":[[name,attempt,seq,length]...],"t":{"taskType":[attempt,seq]...},"s":[[stage,seq]...],
 * "e":[attempt,seq]}}; a length of -1 is a removed field.
 */
final class MarksCodec {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int REMOVED = -1;

    private MarksCodec() {}

    static byte[] marks(Task task) {
        JsonBytes out = new JsonBytes(64 + 32 * task.fields().size());
        out.write("{\"f\":[");
        boolean first = true;
        for (Map.Entry<String, Field> entry : task.fields().entrySet()) {
            Json value = entry.getValue().value();
            out.write(first ? "[" : ",[");
            first = false;
            out.quoted(entry.getKey());
            out.write(',');
            write(entry.getValue().mark(), out);
            out.write(',');
            out.write((long) (value == null ? REMOVED : value.length()));
            out.write(']');
        }
        out.write("],\"t\":{");
        first = true;
        for (Map.Entry<Attribute, Tag> entry : task.tags().entrySet()) {
            out.write(first ? "\"" : ",\"");
            first = false;
            out.write(entry.getKey().key());
            out.write("\":[");
            write(entry.getValue().mark(), out);
            out.write(']');
        }
        out.write("},\"s\":[");
        first = true;
        for (Map.Entry<String, Long> stage : task.stages().entrySet()) {
            out.write(first ? "[" : ",[");
            first = false;
            out.quoted(stage.getKey());
            out.write(',');
            out.write((long) stage.getValue());
            out.write(']');
        }
        out.write(']');
        Field error = task.error();
        if (error != null) {
            out.write(",\"e\":[");
            write(error.mark(), out);
            out.write(']');
        }
        out.write('}');
        return out.toByteArray();
    }

    private static void write(Mark mark, JsonBytes out) {
        out.write((long) mark.attempt());
        out.write(',');
        out.write(mark.seq());
    }

    static byte[] content(Map<String, Field> fields) {
        JsonBytes out = new JsonBytes(contentSize(fields));
        char before = '{';
        for (Map.Entry<String, Field> entry : fields.entrySet()) {
            Json value = entry.getValue().value();
            if (value != null) {
                out.write(before);
                out.quoted(entry.getKey());
                out.write(':');
                value.writeTo(out);
                before = ',';
            }
        }
        if (before == '{') {
            out.write('{');
        }
        out.write('}');
        return out.toByteArray();
    }

    /** Exact where no name needs an escape or more than ASCII. */
    private static int contentSize(Map<String, Field> fields) {
        int size = 1;
        for (Map.Entry<String, Field> entry : fields.entrySet()) {
            Json value = entry.getValue().value();
            size += value == null ? 0 : entry.getKey().length() + 4 + value.length();
        }
        return Math.max(2, size);
    }

    /**
     * Reads marks back.
     *
     * @param content null when the task never had any
     * @param tagValues the attributes' columns
     * @param error the error's column
     */
    static Marks read(
            byte[] marks, byte @Nullable [] content, Map<Attribute, String> tagValues, byte @Nullable [] error) {
        Map<String, Field> fields = new LinkedHashMap<>();
        Map<Attribute, Tag> tags = new EnumMap<>(Attribute.class);
        Map<String, Long> stages = new LinkedHashMap<>();
        Field readError = null;
        try (JsonParser json = JSON.createParser(marks)) {
            json.nextToken();
            while (json.nextToken() != JsonToken.END_OBJECT) {
                String part = json.currentName();
                json.nextToken();
                switch (part) {
                    case "f" -> readFields(json, content == null ? new byte[0] : content, fields);
                    case "t" -> readTags(json, tagValues, tags);
                    case "s" -> readStages(json, stages);
                    case "e" -> {
                        readError = new Field(error == null ? null : Json.of(error), readMark(json));
                        json.nextToken();
                    }
                    default -> throw new IllegalStateException("unknown part of the marks: " + part);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("marks of a task can't be read", e);
        }
        return new Marks(fields, tags, stages, readError);
    }

    private static void readFields(JsonParser json, byte[] content, Map<String, Field> fields) throws IOException {
        int at = 1;
        JsonBytes quoted = new JsonBytes();
        while (json.nextToken() != JsonToken.END_ARRAY) {
            String name = json.nextTextValue();
            Mark mark = readMark(json);
            int length = json.nextIntValue(REMOVED);
            json.nextToken();
            if (length == REMOVED) {
                fields.put(name, new Field(null, mark));
            } else {
                quoted.reset();
                quoted.quoted(name);
                at += quoted.size() + 1;
                fields.put(name, new Field(new Json(content, at, length), mark));
                at += length + 1;
            }
        }
    }

    private static void readTags(JsonParser json, Map<Attribute, String> values, Map<Attribute, Tag> tags)
            throws IOException {
        while (json.nextToken() != JsonToken.END_OBJECT) {
            String key = json.currentName();
            json.nextToken();
            Mark mark = readMark(json);
            json.nextToken();
            for (Map.Entry<Attribute, String> value : values.entrySet()) {
                if (value.getKey().key().equals(key)) {
                    tags.put(value.getKey(), new Tag(value.getValue(), mark));
                }
            }
        }
    }

    private static void readStages(JsonParser json, Map<String, Long> stages) throws IOException {
        while (json.nextToken() != JsonToken.END_ARRAY) {
            String stage = json.nextTextValue();
            stages.put(stage, json.nextLongValue(0));
            json.nextToken();
        }
    }

    private static Mark readMark(JsonParser json) throws IOException {
        int attempt = json.nextIntValue(0);
        return new Mark(attempt, json.nextLongValue(0));
    }

    /** What the marks and the content say together. */
    record Marks(
            Map<String, Field> fields, Map<Attribute, Tag> tags, Map<String, Long> stages, @Nullable Field error) {}
}
