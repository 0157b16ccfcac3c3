package io.landfall.event;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;

import org.jspecify.annotations.Nullable;

/** When a producer says it happened: ISO-8601 with {@code Z} or an offset, in the years 1 to 9999. */
final class OccurredAt {
    private static final int MAX_YEAR = 9999;
    private static final String SHAPE = "0000-00-00T00:00:00.";

    private static final DateTimeFormatter FORMAT = new DateTimeFormatterBuilder()
            .parseCaseInsensitive()
            .append(DateTimeFormatter.ISO_LOCAL_DATE_TIME)
            // lenient: +0800 beside +08:00, for many JSON libraries write it so
            .parseLenient()
            .appendOffset("+HH", "Z")
            .toFormatter()
            .withResolverStyle(ResolverStyle.STRICT);

    private OccurredAt() {}

    static boolean isInstant(String text) {
        return isPlainInstant(text) || isAnyInstant(text);
    }

    /** What nearly every producer writes, {@code 2026-03-09T10:11:12.345Z}: told without the parser, which is dear. */
    static boolean isPlainInstant(String text) {
        int length = text.length();
        if (length < "2026-03-09T10:11:12Z".length()
                || length > "2026-03-09T10:11:12.123456789Z".length()
                || text.charAt(length - 1) != 'Z') {
            return false;
        }
        for (int i = 0; i < length - 1; i++) {
            char expected = i < SHAPE.length() ? SHAPE.charAt(i) : '0';
            char c = text.charAt(i);
            if (expected == '0' ? c < '0' || c > '9' : c != expected) {
                return false;
            }
        }
        return length != SHAPE.length() + 1
                && between(text, 0, 1, 99)
                && between(text, 5, 1, 12)
                // longer months are left to the parser
                && between(text, 8, 1, 28)
                && between(text, 11, 0, 23)
                && between(text, 14, 0, 59)
                && between(text, 17, 0, 59);
    }

    private static boolean between(String text, int at, int least, int most) {
        int number = (text.charAt(at) - '0') * 10 + text.charAt(at + 1) - '0';
        return number >= least && number <= most;
    }

    static boolean isAnyInstant(String text) {
        return instant(text) != null;
    }

    /** Null: it is none. */
    static @Nullable Instant instant(String text) {
        try {
            OffsetDateTime at = OffsetDateTime.parse(text, FORMAT);
            return at.getYear() >= 1 && at.getYear() <= MAX_YEAR ? at.toInstant() : null;
        } catch (DateTimeException e) {
            return null;
        }
    }
}
