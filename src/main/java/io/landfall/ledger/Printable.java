package io.landfall.ledger;

/** Text as PostgreSQL's text columns take it. */
public final class Printable {
    private static final int REPLACEMENT = 0xFFFD;

    private Printable() {}

    /** The text with NUL and lone surrogates replaced, which text columns refuse. */
    public static String of(String text) {
        StringBuilder printable = new StringBuilder(text.length());
        text.codePoints()
                .map(c -> c == 0 || (c >= Character.MIN_SURROGATE && c <= Character.MAX_SURROGATE) ? REPLACEMENT : c)
                .forEach(printable::appendCodePoint);
        return printable.toString();
    }
}
