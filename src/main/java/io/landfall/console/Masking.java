package io.landfall.console;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonStreamContext;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;

/**
 * Payloads as they may be shown: the producer's own bytes with the values of masked fields cut out. Numbers, escapes and
 * the order of fields stay as they were written.
 */
@Component
class Masking {
    private static final byte[] MASK = "\"***\"".getBytes(StandardCharsets.UTF_8);
    private static final String CUT = "…";

    /**
     * Where the view's own words quote a value, after which nothing is shown to the end of the line: no payload may come
     * back through a reason. A quote after a letter is an apostrophe.
     */
    private static final Pattern QUOTED =
            Pattern.compile("((?:(?<!\\p{L})['\"]|value \\[|date field \\[|boolean \\[|geo\\w* \\[))[^\\n]*");

    private final Set<String> names;
    private final JsonFactory json = JsonFactory.builder()
            .disable(JsonFactory.Feature.CHARSET_DETECTION) // it is UTF-8 or it is not JSON
            .build();

    Masking(MaskConfiguration configuration) {
        this.names = configuration.maskedFields();
    }

    /** A JSON value to be embedded as it is: masked, or the whole as a string when it is not readable JSON. */
    @Nullable
    String json(byte @Nullable [] payload) {
        if (payload == null) {
            return null;
        }
        Cut cut = cut(payload);
        return cut.whole ? cut.text : quoted(names.isEmpty() ? utf8(payload) : cut.text + CUT);
    }

    /** Text for people, perhaps a fragment of JSON that ends anywhere. */
    @Nullable
    String text(byte @Nullable [] payload) {
        if (payload == null) {
            return null;
        }
        if (names.isEmpty()) {
            return utf8(payload);
        }
        Cut cut = cut(payload);
        return cut.whole ? cut.text : cut.text + CUT;
    }

    @Nullable
    String text(@Nullable String payload) {
        return payload == null ? null : text(payload.getBytes(StandardCharsets.UTF_8));
    }

    /** Words of the view about a payload, which may quote it. */
    String reason(String reason) {
        return names.isEmpty() ? reason : QUOTED.matcher(reason).replaceAll("$1***");
    }

    /** What can be read of it, without the masked values. */
    private Cut cut(byte[] payload) {
        ByteArrayOutputStream out = new ByteArrayOutputStream(payload.length);
        int copied = 0;
        int read = 0;
        int roots = 0;
        try (JsonParser parser = json.createParser(payload)) {
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (parser.getParsingContext().inRoot()) { // a scalar, or an end
                    roots++;
                }
                boolean masked = token == JsonToken.FIELD_NAME && isMasked(parser.getParsingContext());
                if (masked) {
                    parser.nextToken();
                    int start = offset(parser.currentTokenLocation());
                    out.write(payload, copied, start - copied);
                    out.write(MASK, 0, MASK.length);
                    // should the value turn out to be cut, nothing of it is copied
                    copied = payload.length;
                    parser.skipChildren();
                }
                parser.finishToken();
                read = offset(parser.currentLocation());
                if (masked) {
                    copied = read;
                }
            }
            out.write(payload, copied, payload.length - copied);
            return new Cut(utf8(out.toByteArray()), roots == 1);
        } catch (IOException e) {
            if (read > copied) {
                out.write(payload, copied, read - copied);
            }
            return new Cut(utf8(out.toByteArray()), false);
        }
    }

    private boolean isMasked(JsonStreamContext field) {
        if (names.isEmpty()) {
            return false;
        }
        StringBuilder path = new StringBuilder();
        for (JsonStreamContext at = field; at != null && !at.inRoot(); at = at.getParent()) {
            String name = at.getCurrentName();
            if (at.inObject() && name != null) {
                path.insert(0, name).insert(0, '.');
            }
        }
        String whole = path.toString();
        return names.stream().anyMatch(name -> whole.endsWith("." + name));
    }

    private static int offset(JsonLocation location) {
        return Math.toIntExact(location.getByteOffset());
    }

    private static String utf8(byte[] bytes) {
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static String quoted(String text) {
        return "\"" + new String(JsonStringEncoder.getInstance().quoteAsString(text)) + "\"";
    }

    /** What was read; not whole: reading stopped where it is no JSON, or there is more than one value. */
    private record Cut(String text, boolean whole) {}
}
