package io.landfall.ledger;

/** The ledger can't do its work now; nothing was changed. Wait and try again. */
public final class LedgerAway extends RuntimeException {
    public LedgerAway(String message, Throwable cause) {
        super(message, cause);
    }
}
