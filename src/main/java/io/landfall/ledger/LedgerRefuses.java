package io.landfall.ledger;

import io.landfall.event.Delivery;
import io.landfall.event.SourceRecord;

/** The database refuses the data of the statement itself, whenever it is sent. */
public final class LedgerRefuses extends RuntimeException {
    private final String sqlState;

    LedgerRefuses(String sqlState, Throwable cause) {
        super("the ledger refuses the data: SQLSTATE " + sqlState, cause);
        this.sqlState = sqlState;
    }

    /**
     * The dead letter that the record becomes.
     *
     * @param hash SHA-256 of the record's value
     */
    public Delivery.Malformed letter(SourceRecord record, byte[] hash) {
        // without its task: the database may have refused that very id
        return new Delivery.Malformed(
                record,
                DeadLetterReasons.REFUSED_BY_LEDGER,
                "PostgreSQL refuses its data (SQLSTATE " + sqlState + ")",
                null,
                hash);
    }

    /** Of PostgreSQL, class 22 or 23. */
    public String sqlState() {
        return sqlState;
    }
}
