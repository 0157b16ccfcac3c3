package io.landfall.alarm;

/** Text as a line of a log and a text column of the ledger may hold it, whoever it came from. */
public final class OneLine {
    private static final int LONGEST = 2_000;
    private static final int REPLACEMENT = 0xFFFD;

    private OneLine() {}

    /** The text with line ends and tabs as blanks, other control characters and lone surrogates replaced, cut after 2,000 characters. */
    public static String of(String text) {
        StringBuilder line = new StringBuilder(Math.min(text.length(), LONGEST));
        text.codePoints()
                .limit(LONGEST)
                .map(c -> isVisible(c) ? c : c == '\n' || c == '\t' ? ' ' : REPLACEMENT)
                .forEach(line::appendCodePoint);
        return line.toString();
    }

    /** The first line of what was thrown says; without a word, its kind. */
    public static String of(Throwable thrown) {
        String message = thrown.getMessage();
        return message == null
                ? thrown.getClass().getSimpleName()
                : of(message.lines().findFirst().orElse(""));
    }

    /** Neither a control character, a line separator, nor half of a surrogate pair. */
    public static boolean isVisible(int codePoint) {
        return switch (Character.getType(codePoint)) {
            case Character.CONTROL, Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR, Character.SURROGATE ->
                false;
            default -> true;
        };
    }
}
