package io.landfall.event;

/** Questions about texts that strangers sent. */
final class Text {
    private static final int QUOTED_AT_MOST = 100;

    private Text() {}

    /**
     * Strict: no overlong forms, no surrogates, nothing cut short. JSON parsers are more lenient. By the table of the
     * Unicode standard (3-7), for a decoder would make all the characters.
     */
    static boolean isUtf8(byte[] bytes) {
        int at = 0;
        while (at < bytes.length) {
            int lead = bytes[at++];
            if (lead < 0) {
                int more = following(lead & 0xFF);
                if (more == 0 || at + more > bytes.length || !isSecond(lead & 0xFF, bytes[at++] & 0xFF)) {
                    return false;
                }
                for (int end = at + more - 1; at < end; at++) {
                    if ((bytes[at] & 0xC0) != 0x80) {
                        return false;
                    }
                }
            }
        }
        return true;
    }

    /** Bytes behind that first one; 0: no character begins so. */
    private static int following(int lead) {
        if (lead < 0xE0) {
            return lead < 0xC2 ? 0 : 1;
        }
        return lead < 0xF0 ? 2 : lead < 0xF5 ? 3 : 0;
    }

    /** What may follow some first bytes is less than what may follow the others: the rest is overlong, a surrogate, or too high. */
    private static boolean isSecond(int lead, int second) {
        int least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
        int most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
        return second >= least && second <= most;
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
