package io.landfall.ledger;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.convert.DurationStyle;

/** Reads what somebody asked a setting to be, from JSON or text. */
public final class AskedSetting {
    private AskedSetting() {}

    /**
     * A whole number.
     *
     * @param value null: as configured
     * @throws IllegalArgumentException it is none, and says so
     */
    public static @Nullable Integer number(String name, @Nullable Object value) {
        try {
            return value == null ? null : Integer.valueOf(String.valueOf(value));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a whole number.", e);
        }
    }

    /**
     * A duration with its unit: a number alone could mean seconds as well as milliseconds.
     *
     * @param value null: as configured
     * @param such what it may look like, such as "24h or PT24H"
     * @throws IllegalArgumentException it is none, and says so
     */
    public static @Nullable Duration duration(String name, @Nullable Object value, String such) {
        if (value == null) {
            return null;
        }
        String text = String.valueOf(value);
        try {
            if (!text.isEmpty() && !Character.isDigit(text.charAt(text.length() - 1))) {
                return DurationStyle.detectAndParse(text);
            }
        } catch (IllegalArgumentException | ArithmeticException e) {
            // said below
        }
        throw new IllegalArgumentException(name + " must be a duration such as " + such + ".");
    }
}
