package io.landfall.event;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;

/** Questions about texts that strangers sent. */
final class Text {
    private static final int CHUNK = 8192;
    private static final int QUOTED_AT_MOST = 100;

    private Text() {}

    /** Strict: no overlong forms, no surrogates, nothing cut short. JSON parsers are more lenient. */
    static boolean isUtf8(byte[] bytes) {
        return isAscii(bytes) || decodes(bytes);
    }

    private static boolean isAscii(byte[] bytes) {
        for (byte b : bytes) {
            if (b < 0) {
                return false;
            }
        }
        return true;
    }

    private static boolean decodes(byte[] bytes) {
        CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
        ByteBuffer in = ByteBuffer.wrap(bytes);
        CharBuffer out = CharBuffer.allocate(Math.min(CHUNK, bytes.length + 2));
        while (true) {
            var result = decoder.decode(in, out, true);
            if (!result.isOverflow()) {
                return !result.isError();
            }
            out.clear();
        }
    }

    /** Whether a database text and UTF-8 can hold it: no NUL, no half of a surrogate pair. */
    static boolean isStorable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c == 0 || Character.isSurrogate(c)) {
                // the slow way can tell a pair from a half
                return text.codePoints().noneMatch(point -> point == 0 || isSurrogate(point));
            }
        }
        return true;
    }

    /** The text in quotes, cut to 100 characters, with control characters and lone surrogates spelled out. */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().limit(QUOTED_AT_MOST).forEach(c -> {
            if (Character.isISOControl(c) || isSurrogate(c)) {
                quoted.append("\\u%04x".formatted(c));
            } else {
                quoted.appendCodePoint(c);
            }
        });
        return quoted.append(text.codePointCount(0, text.length()) > QUOTED_AT_MOST ? "...\"" : "\"")
                .toString();
    }

    private static boolean isSurrogate(int codePoint) {
        return codePoint >= Character.MIN_SURROGATE && codePoint <= Character.MAX_SURROGATE;
    }
}
