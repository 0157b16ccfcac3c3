package io.landfall.ledger;

/** The database refuses the data of the statement itself, whenever it is sent. */
public final class LedgerRefuses extends RuntimeException {
    private final String sqlState;

    LedgerRefuses(String sqlState, Throwable cause) {
        super("the ledger refuses the data: SQLSTATE " + sqlState, cause);
        this.sqlState = sqlState;
    }

    /** Of PostgreSQL, class 22 or 23. */
    public String sqlState() {
        return sqlState;
    }
}
