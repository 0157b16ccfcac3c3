package io.landfall.ledger;

/** The database refuses the data of the statement itself, whenever it is sent. */
final class LedgerRefuses extends RuntimeException {
    private final String sqlState;

    LedgerRefuses(String sqlState, Throwable cause) {
        super("the ledger refuses the data: SQLSTATE " + sqlState, cause);
        this.sqlState = sqlState;
    }

    String sqlState() {
        return sqlState;
    }
}
