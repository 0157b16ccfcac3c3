package io.landfall.ledger;

import java.util.function.Supplier;

import org.springframework.transaction.support.TransactionOperations;

/** Reads several tables as they were at one moment, changing nothing. */
final class Snapshot {
    private final TransactionOperations transaction;

    /**
     * Of that name.
     *
     * @param name as in {@link LedgerTransactions#run}
     * @param byKey a plan must not turn to reading whole tables with the statistics; else whatever the planner finds best
     */
    Snapshot(LedgerTransactions transactions, String name, boolean byKey) {
        this.transaction = transactions.snapshot(name, byKey);
    }

    /** All that is read in there is of one moment. */
    <T> T read(Supplier<T> reads) {
        T result = transaction.execute(status -> reads.get());
        if (result == null) {
            throw new IllegalStateException("a look without a result");
        }
        return result;
    }
}
