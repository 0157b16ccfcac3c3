package io.landfall.state;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * JSON text as UTF-8 while it is put together. What {@link ByteArrayOutputStream} does, without its locks, and without a
 * string in between for names, words and numbers: every event is written in it some times. For one thread.
 */
public final class JsonBytes {
    private byte[] bytes;
    private int length;

    /** Room for a short text; it grows. */
    public JsonBytes() {
        this(256);
    }

    /**
     * Room for as many bytes as are expected; it grows.
     *
     * @param size not negative
     */
    public JsonBytes(int size) {
        bytes = new byte[size];
    }

    /** Bytes written since the last {@link #reset}. */
    public int size() {
        return length;
    }

    /** Begins anew. */
    public void reset() {
        length = 0;
    }

    /** What was written, without a copy where it fills the room that was asked for; nothing may be written afterwards. */
    public byte[] toByteArray() {
        return length == bytes.length ? bytes : Arrays.copyOf(bytes, length);
    }

    /** One byte, such as a brace. */
    public void write(char ascii) {
        room(1);
        bytes[length++] = (byte) ascii;
    }

    /** Text that is JSON already. */
    public void write(byte[] json) {
        write(json, 0, json.length);
    }

    /** A part of a text that is JSON already. */
    public void write(byte[] json, int offset, int count) {
        room(count);
        System.arraycopy(json, offset, bytes, length, count);
        length += count;
    }

    /** JSON as it stands there, of ASCII alone. */
    public void write(String ascii) {
        int count = ascii.length();
        room(count);
        for (int i = 0; i < count; i++) {
            bytes[length + i] = (byte) ascii.charAt(i);
        }
        length += count;
    }

    /** A number. */
    public void write(long number) {
        if (number >= 0 && number < 10) {
            write((char) ('0' + number));
        } else {
            write(Long.toString(number));
        }
    }

    /** A JSON string; what UTF-8 can't say (lone surrogates) and control characters are escaped. */
    public void quoted(String text) {
        int begin = length;
        int count = text.length();
        room(count + 2);
        bytes[length++] = '"';
        for (int i = 0; i < count; i++) {
            char c = text.charAt(i);
            if (c < ' ' || c > '~' || c == '"' || c == '\\') {
                length = begin;
                write(escaped(text).getBytes(StandardCharsets.UTF_8));
                return;
            }
            bytes[length++] = (byte) c;
        }
        bytes[length++] = '"';
    }

    private static String escaped(String text) {
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
        return quoted.append('"').toString();
    }

    private static boolean isLoneSurrogate(String text, int at) {
        char c = text.charAt(at);
        if (Character.isHighSurrogate(c)) {
            return at + 1 == text.length() || !Character.isLowSurrogate(text.charAt(at + 1));
        }
        return Character.isLowSurrogate(c) && (at == 0 || !Character.isHighSurrogate(text.charAt(at - 1)));
    }

    private void room(int more) {
        int least = Math.addExact(length, more);
        if (least > bytes.length) {
            bytes = Arrays.copyOf(bytes, (int) Math.min(Integer.MAX_VALUE - 8L, Math.max(least, 2L * bytes.length)));
        }
    }
}
