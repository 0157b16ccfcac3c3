package io.landfall.event;

import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;

import io.landfall.state.Json;

/**
 * The JSON text of one record, gone through once, without a tree: known fields are picked out, members of objects
 * and whole values become slices of the record's bytes, as its shape says, everything else is checked and skipped.
 */
final class JsonRecord {
    private static final int MAX_NESTING = 200;

    private static final JsonFactory JSON = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(MAX_NESTING)
                    // for the few texts that are decoded; a long text inside a patch is only skipped
                    .maxStringLength(64 * 1024 * 1024)
                    .build())
            // the bytes are UTF-8, whatever their first four look like
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            // names come from strangers: don't keep them for good, and outgrow colliding ones instead of failing
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
            .build();

    private final byte[] value;
    private final Shape shape;
    private final int start;
    private final Map<String, Raw> fields = new LinkedHashMap<>();
    private @Nullable Fault fault;

    /** Reads {@code value} to its end, or to its first fault. */
    JsonRecord(byte[] value, Shape shape) {
        this.value = value;
        this.shape = shape;
        this.start = startsWithByteOrderMark() ? 3 : 0;
        if (Text.isUtf8(value)) {
            read();
        } else {
            fault = new Fault(MalformedReason.NOT_UTF_8, "the value is not UTF-8");
        }
    }

    /** The known fields that are present and not null; with a fault, those before it. */
    Map<String, Raw> fields() {
        return fields;
    }

    /** What is wrong with the JSON text; null: nothing. */
    @Nullable
    Fault fault() {
        return fault;
    }

    private boolean startsWithByteOrderMark() {
        return value.length >= 3 && value[0] == (byte) 0xEF && value[1] == (byte) 0xBB && value[2] == (byte) 0xBF;
    }

    private void read() {
        try (JsonParser parser = JSON.createParser(value, start, value.length - start)) {
            try {
                fault = readAll(parser);
            } catch (IOException e) {
                fault = faultOf(e, parser);
            }
        } catch (IOException | RuntimeException e) {
            // whatever a hostile input makes of the parser: this record is set aside, the next one is read
            fault = new Fault(
                    MalformedReason.UNREADABLE,
                    "the parser failed with " + e.getClass().getSimpleName());
        }
    }

    private @Nullable Fault readAll(JsonParser parser) throws IOException {
        JsonToken first = parser.nextToken();
        if (first == null) {
            return new Fault(MalformedReason.NOT_JSON, "the value is empty");
        }
        if (first != JsonToken.START_OBJECT) {
            return new Fault(MalformedReason.NOT_AN_OBJECT, "the value is " + kind(first) + ", not an object");
        }
        JsonToken token = parser.nextToken();
        while (token == JsonToken.FIELD_NAME) {
            token = readField(parser);
        }
        return faultBehind(parser);
    }

    /** The token behind the field. */
    private JsonToken readField(JsonParser parser) throws IOException {
        String name = parser.currentName();
        JsonToken token = parser.nextToken();
        if (token == JsonToken.VALUE_NULL || !shape.known().contains(name)) {
            parser.skipChildren();
            return parser.nextToken();
        }
        if (shape.whole().contains(name)) {
            int from = tokenStart(parser);
            parser.skipChildren();
            JsonToken next = parser.nextToken();
            fields.put(name, new Raw.Value(slice(from, endBefore(tokenStart(parser)))));
            return next;
        }
        fields.put(name, rawOf(parser, token, name));
        return parser.nextToken();
    }

    private Json slice(int from, int to) {
        return new Json(value, from, to - from);
    }

    private Raw rawOf(JsonParser parser, JsonToken token, String name) throws IOException {
        if (token == JsonToken.VALUE_STRING) {
            return new Raw.Text(parser.getText());
        }
        if (token == JsonToken.VALUE_NUMBER_INT && parser.getNumberType() != JsonParser.NumberType.BIG_INTEGER) {
            return new Raw.Whole(parser.getLongValue());
        }
        if (token == JsonToken.START_OBJECT && shape.objects().contains(name)) {
            return new Raw.Members(members(parser));
        }
        parser.skipChildren();
        return new Raw.Other(kind(token));
    }

    private Map<String, @Nullable Json> members(JsonParser parser) throws IOException {
        Map<String, @Nullable Json> members = new LinkedHashMap<>();
        JsonToken token = parser.nextToken();
        while (token == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            boolean isNull = parser.nextToken() == JsonToken.VALUE_NULL;
            int from = tokenStart(parser);
            parser.skipChildren();
            token = parser.nextToken();
            int to = endBefore(tokenStart(parser));
            members.put(name, isNull ? null : slice(from, to));
        }
        return Collections.unmodifiableMap(members);
    }

    private int tokenStart(JsonParser parser) {
        return start + (int) parser.currentTokenLocation().getByteOffset();
    }

    /**
     * Where the value before the next token ends. The parser reads texts lazily and looks one byte beyond numbers, so
     * it is not asked: between a value and the next token there is only white space and a comma, and no value ends so.
     */
    private int endBefore(int nextToken) {
        int end = nextToken;
        while (isBetweenTokens(value[end - 1])) {
            end--;
        }
        return end;
    }

    private static boolean isBetweenTokens(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t' || b == ',';
    }

    private @Nullable Fault faultBehind(JsonParser parser) {
        long end = start + parser.currentLocation().getByteOffset();
        try {
            if (parser.nextToken() == null) {
                return null;
            }
        } catch (IOException e) {
            // garbage behind the object is the same fault as a second object
        }
        return new Fault(MalformedReason.TRAILING_BYTES, "something follows the object that ends at byte " + end);
    }

    private Fault faultOf(IOException e, JsonParser parser) {
        String near = " near byte " + (start + parser.currentLocation().getByteOffset());
        if (e instanceof StreamConstraintsException) {
            return parser.getParsingContext().getNestingDepth() >= MAX_NESTING
                    ? new Fault(MalformedReason.TOO_DEEP, "nested over " + MAX_NESTING + " deep" + near)
                    : new Fault(MalformedReason.TOO_LONG, "a number, key or text over the limit" + near);
        }
        // Jackson has no type of its own for this one; a test holds it to these words
        return String.valueOf(e.getMessage()).startsWith("Duplicate field")
                ? new Fault(MalformedReason.DUPLICATE_KEY, "a key occurs twice in one object" + near)
                : new Fault(MalformedReason.NOT_JSON, "not JSON" + near);
    }

    private static String kind(JsonToken token) {
        if (token == JsonToken.START_OBJECT) {
            return "an object";
        }
        if (token == JsonToken.START_ARRAY) {
            return "an array";
        }
        if (token == JsonToken.VALUE_STRING) {
            return "a text";
        }
        if (token == JsonToken.VALUE_NULL) {
            return "null";
        }
        return token.isNumeric() ? "a number" : "a boolean";
    }
}
