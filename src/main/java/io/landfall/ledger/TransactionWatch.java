package io.landfall.ledger;

import java.time.Duration;

/** Is told how transactions ended, after their end and outside of them. Never throws. */
interface TransactionWatch {
    /** Nobody watches. */
    TransactionWatch NONE = new TransactionWatch() {
        @Override
        public void ended(String name, Duration took) {}

        @Override
        public void timedOut(String name, Duration timeout, Duration took, String reason) {}
    };

    /** It was committed, or rolled back for whatever reason. */
    void ended(String name, Duration took);

    /**
     * It was rolled back because it, or a statement in it, took too long; {@link #ended} is called too.
     *
     * @param reason what the database or the transaction's own clock said; any text
     */
    void timedOut(String name, Duration timeout, Duration took, String reason);
}
