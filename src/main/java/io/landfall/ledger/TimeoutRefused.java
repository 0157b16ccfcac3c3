package io.landfall.ledger;

/** A transaction's timeout is configured so that Landfall must not start with it. */
public final class TimeoutRefused extends RuntimeException {
    private final String action;

    TimeoutRefused(String message, String action) {
        super(message);
        this.action = action;
    }

    /** What a person can do. */
    public String action() {
        return action;
    }
}
