package io.landfall.view;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;

/** Java strings as JSON strings: control characters and lone surrogates are escaped, so that any string is legal UTF-8. */
final class JsonStrings {
    private static final byte[] HEX = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

    private JsonStrings() {}

    /** Writes the text with its quotes. */
    static void write(String text, ByteArrayOutputStream out) {
        out.write('"');
        if (isPlain(text)) {
            // nearly every name: one copy instead of a locked write a character
            out.writeBytes(text.getBytes(StandardCharsets.US_ASCII));
        } else {
            writeEscaped(text, out);
        }
        out.write('"');
    }

    private static boolean isPlain(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x20 || c > 0x7E || c == '"' || c == '\\') {
                return false;
            }
        }
        return true;
    }

    private static void writeEscaped(String text, ByteArrayOutputStream out) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c < 0x80) {
                writeAscii(c, out);
            } else if (c < 0x800) {
                out.write(0xC0 | (c >> 6));
                out.write(continuation(c));
            } else if (!Character.isSurrogate(c)) {
                out.write(0xE0 | (c >> 12));
                out.write(continuation(c >> 6));
                out.write(continuation(c));
            } else if (isPair(text, i)) {
                writeSupplementary(Character.toCodePoint(c, text.charAt(++i)), out);
            } else {
                escape(c, out);
            }
        }
    }

    private static boolean isPair(String text, int at) {
        return Character.isHighSurrogate(text.charAt(at))
                && at + 1 < text.length()
                && Character.isLowSurrogate(text.charAt(at + 1));
    }

    private static void writeAscii(char c, ByteArrayOutputStream out) {
        if (c == '"' || c == '\\') {
            out.write('\\');
            out.write(c);
        } else if (c < 0x20 || c == 0x7F) {
            escape(c, out);
        } else {
            out.write(c);
        }
    }

    private static void writeSupplementary(int codePoint, ByteArrayOutputStream out) {
        out.write(0xF0 | (codePoint >> 18));
        out.write(continuation(codePoint >> 12));
        out.write(continuation(codePoint >> 6));
        out.write(continuation(codePoint));
    }

    /** A byte of UTF-8 after the first one. */
    private static int continuation(int bits) {
        return 0x80 | (bits & 0x3F);
    }

    private static void escape(char c, ByteArrayOutputStream out) {
        out.write('\\');
        out.write('u');
        out.write(HEX[c >> 12]);
        out.write(HEX[(c >> 8) & 0xF]);
        out.write(HEX[(c >> 4) & 0xF]);
        out.write(HEX[c & 0xF]);
    }
}
