package io.landfall.failure;

import java.nio.charset.StandardCharsets;

/**
 * The beginning of a payload, for people: bounded, cut at a character.
 *
 * @param truncated whether there was more
 */
public record Fragment(String text, boolean truncated) {
    /** The first {@code limit} bytes of UTF-8 text, less the character that would be cut in two. */
    public static Fragment of(byte[] utf8, int limit) {
        int end = Math.min(limit, utf8.length);
        while (end > 0 && end < utf8.length && (utf8[end] & 0xC0) == 0x80) {
            end--;
        }
        return new Fragment(new String(utf8, 0, end, StandardCharsets.UTF_8), end < utf8.length);
    }
}
