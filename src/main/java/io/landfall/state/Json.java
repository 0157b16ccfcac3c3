package io.landfall.state;

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

    public void writeTo(JsonBytes out) {
        out.write(array, offset, length);
    }

    /** The text's bytes, a copy unless this value spans its whole array. */
    public byte[] bytes() {
        return offset == 0 && length == array.length ? array : Arrays.copyOfRange(array, offset, offset + length);
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
