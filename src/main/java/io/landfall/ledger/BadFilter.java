package io.landfall.ledger;

/** What an operator asked for can't be meant: a field unknown, missing or of the wrong kind. The message names it. */
public final class BadFilter extends RuntimeException {
    public BadFilter(String message) {
        super(message);
    }
}
