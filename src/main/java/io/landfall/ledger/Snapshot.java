package io.landfall.ledger;

import java.util.function.Supplier;

import org.springframework.transaction.support.TransactionOperations;

/** Reads several tables as they were at one moment, changing nothing. */
final class Snapshot {
    private final TransactionOperations byKey;
    private final TransactionOperations whole;

    /**
     * Of that name.
     *
     * @param name as in {@link LedgerTransactions#run}
     */
    Snapshot(LedgerTransactions transactions, String name) {
        this.byKey = transactions.snapshot(name, true);
        this.whole = transactions.snapshot(name, false);
    }

    /** By keys: a plan must not turn to reading whole tables with the statistics. */
    <T> T byKey(Supplier<T> reads) {
        return run(byKey, reads);
    }

    /** Whatever the planner finds best. */
    <T> T whole(Supplier<T> reads) {
        return run(whole, reads);
    }

    private static <T> T run(TransactionOperations transaction, Supplier<T> reads) {
        T result = transaction.execute(status -> reads.get());
        if (result == null) {
            throw new IllegalStateException("a look without a result");
        }
        return result;
    }
}
