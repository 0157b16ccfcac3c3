package io.landfall.view;

import org.jspecify.annotations.Nullable;

import co.elastic.clients.elasticsearch._types.ErrorCause;

/** An error of the view as one text with its whole chain of causes, bounded. */
final class Reasons {
    static final int MOST = 2_000;
    /** One cause may be this long, so that a long value in the first one doesn't hide the others. */
    static final int MOST_EACH = 600;

    private Reasons() {}

    static String chain(@Nullable ErrorCause error) {
        StringBuilder text = new StringBuilder();
        for (ErrorCause cause = error; cause != null && text.length() < MOST; cause = cause.causedBy()) {
            if (!text.isEmpty()) {
                text.append("; caused by ");
            }
            text.append(cause.type()).append(": ").append(cut(String.valueOf(cause.reason()), MOST_EACH));
        }
        return bounded(text.toString());
    }

    /** Two refusals of one document. */
    static String join(String first, String second) {
        return cut(first, MOST / 2) + "; and then " + cut(second, MOST / 2);
    }

    static String bounded(String text) {
        return cut(text, MOST);
    }

    static String cut(String text, int most) {
        if (text.length() <= most) {
            return text;
        }
        int end = most - 1;
        return text.substring(0, Character.isHighSurrogate(text.charAt(end - 1)) ? end - 1 : end) + "…";
    }
}
