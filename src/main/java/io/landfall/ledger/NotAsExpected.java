package io.landfall.ledger;

/** What an operator asked for does not fit what is there now; nothing was changed. The message says how it stands. */
public final class NotAsExpected extends RuntimeException {
    public NotAsExpected(String message) {
        super(message);
    }
}
