package io.landfall.event;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;

/** When a producer says it happened: ISO-8601 with {@code Z} or an offset, in the years 1 to 9999. */
final class OccurredAt {
    private static final int MAX_YEAR = 9999;

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
        try {
            int year = OffsetDateTime.parse(text, FORMAT).getYear();
            return year >= 1 && year <= MAX_YEAR;
        } catch (DateTimeException e) {
            return false;
        }
    }
}
