package io.landfall.event;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * Where in a distributed trace something happened, as W3C Trace Context writes it.
 *
 * @param value of {@code traceparent}: version 00, ids that are not all zero
 * @param state of {@code tracestate}, up to 512 printable ASCII characters; null: none
 */
public record TraceParent(String value, @Nullable String state) {
    private static final String PARENT = "traceparent";
    private static final String STATE = "tracestate";
    private static final int LENGTH = 55;
    private static final int LONGEST_STATE = 512;
    private static final Pattern FORM = Pattern.compile("00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}");

    /** @throws IllegalArgumentException the value is of another form */
    public TraceParent {
        if (!FORM.matcher(value).matches()) {
            throw new IllegalArgumentException("not a traceparent");
        }
    }

    /** Of the span that is at work. */
    public static TraceParent of(String traceId, String spanId, boolean sampled) {
        return new TraceParent("00-" + traceId + "-" + spanId + (sampled ? "-01" : "-00"), null);
    }

    /** What a record says; null: nothing, or nothing that keeps to the form, and then the whole is ignored. */
    public static @Nullable TraceParent of(List<SourceRecord.Header> headers) {
        String value = only(headers, PARENT, LENGTH);
        return value == null || !FORM.matcher(value).matches()
                ? null
                : new TraceParent(value, only(headers, STATE, LONGEST_STATE));
    }

    private static @Nullable String only(List<SourceRecord.Header> headers, String name, int longest) {
        byte @Nullable [] found = null;
        for (SourceRecord.Header header : headers) {
            if (header.name().equals(name)) {
                if (found != null) {
                    return null;
                }
                found = header.value();
            }
        }
        return found == null || found.length > longest || !isPrintable(found)
                ? null
                : new String(found, StandardCharsets.US_ASCII);
    }

    private static boolean isPrintable(byte[] bytes) {
        for (byte one : bytes) {
            if (one < ' ' || one > '~') {
                return false;
            }
        }
        return true;
    }

    /** 32 hexadecimal digits. */
    public String traceId() {
        return value.substring(3, 35);
    }

    /** 16 hexadecimal digits. */
    public String spanId() {
        return value.substring(36, 52);
    }

    /** Whether its other spans are recorded too. */
    public boolean isSampled() {
        return (Character.digit(value.charAt(54), 16) & 1) == 1;
    }

    /** As headers of a message. */
    public Map<String, String> headers() {
        Map<String, String> headers = new LinkedHashMap<>();
        headers.put(PARENT, value);
        if (state != null) {
            headers.put(STATE, state);
        }
        return headers;
    }
}
