package io.landfall.state;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * One JSON value as the UTF-8 bytes of its text, exactly as the producer wrote it: read once, never parsed again,
 * never changed. It may be a slice of a larger array, which must not be written to afterwards.
 */
public final class Json {
    private final byte[] array;
    private final int offset;
    private final int length;

    /** A slice of {@code array}, not copied. */
    public Json(byte[] array, int offset, int length) {
        if (offset < 0 || length < 0 || offset > array.length - length) {
            throw new IndexOutOfBoundsException(offset + "+" + length + " of " + array.length);
        }
        this.array = array;
        this.offset = offset;
        this.length = length;
    }

    public static Json of(byte[] text) {
        return new Json(text, 0, text.length);
    }

    public static Json of(String text) {
        return of(text.getBytes(StandardCharsets.UTF_8));
    }

    /** Length of the text in bytes. */
    public int length() {
        return length;
    }

    public void writeTo(ByteArrayOutputStream out) {
        out.write(array, offset, length);
    }

    /** The text's bytes, a copy unless this value spans its whole array. */
    public byte[] bytes() {
        return offset == 0 && length == array.length ? array : Arrays.copyOfRange(array, offset, offset + length);
    }

    /** Writes {@code text} as a JSON string; what UTF-8 can't say (lone surrogates) and control characters are escaped. */
    public static void writeQuoted(String text, ByteArrayOutputStream out) {
        if (isPlain(text)) {
            // nearly every name
            out.write('"');
            out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
            out.write('"');
            return;
        }
        StringBuilder quoted = new StringBuilder(text.length() + 2).append('"');
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else if (c < ' ' || isLoneSurrogate(text, i)) {
                quoted.append(String.format("\\u%04x", (int) c));
            } else {
                quoted.append(c);
            }
        }
        out.writeBytes(quoted.append('"').toString().getBytes(StandardCharsets.UTF_8));
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                return false;
            }
        }
        return true;
    }

    private static boolean isLoneSurrogate(String text, int at) {
        char c = text.charAt(at);
        if (Character.isHighSurrogate(c)) {
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        }
        return Character.isLowSurrogate(c) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    }

    @Override
    public boolean equals(Object other) {
        return this == other
                || other instanceof Json json
                        && Arrays.equals(
                                array, offset, offset + length, json.array, json.offset, json.offset + json.length);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = offset; i < offset + length; i++) {
            hash = 31 * hash + array[i];
        }
        return hash;
    }

    @Override
    public String toString() {
        return new String(array, offset, length, StandardCharsets.UTF_8);
    }
}
