package io.landfall.ledger;

import org.springframework.transaction.support.TransactionSynchronizationManager;

/** Work that may take long is not done inside a transaction, which would keep its locks and its connection for as long. */
public final class LongWork {
    private LongWork() {}

    /**
     * To be called before a request to another server.
     *
     * @param what in an error message, such as {@code a request to the view}
     * @throws IllegalStateException a transaction is open in this thread
     */
    public static void begins(String what) {
        if (TransactionSynchronizationManager.isActualTransactionActive()) {
            throw new IllegalStateException(
                    what + " inside the transaction " + TransactionSynchronizationManager.getCurrentTransactionName());
        }
    }
}
