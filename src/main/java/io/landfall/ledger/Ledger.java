package io.landfall.ledger;

import java.time.Instant;
import java.util.Collection;
import java.util.List;

import io.landfall.event.Delivery;
import io.landfall.state.Task;

/**
 * The truth about tasks. Every method is one transaction, named and with a timeout.
 *
 * <p>All throw {@link LedgerAway} when the database can't be reached or can't take the work now (connection refused,
 * lock timeout, full disk, missing partition): nothing was changed, and trying again later is right.
 */
public interface Ledger {
    /**
     * Applies deliveries in the order given: locks their tasks, drops repeated events, folds the rest through the state
     * machine, logs every outcome, stores rows, dead letters, outbox rows and the books. All or nothing; a batch that was
     * applied before changes nothing but the books.
     */
    Applied apply(List<Delivery> deliveries);

    /** The newest rows of these tasks, deleted ones included, unknown ones left out; in no particular order. */
    List<Task> read(Collection<String> taskIds);

    /**
     * Lifts a task's version above one found in the view, which then lands again (a ledger restored from a backup is behind
     * its documents).
     *
     * @return the task with a version greater than {@code documentVersion}
     */
    Task raise(String taskId, long documentVersion);

    /**
     * Notes that these versions are in the view: raises {@code landed_version} and closes open failures of versions up to
     * them. A view that acknowledged a version below {@code landed_version} has forgotten the newer one: that task is
     * un-landed again.
     *
     * @return ids of the tasks that the view forgot; they must be written again
     */
    List<String> landed(Collection<Landing> landings);

    /** The ledger's clock. */
    Instant now();

    /**
     * A version of a task that the view acknowledged.
     *
     * @param whole false: it landed without a refused field, so its failure stays open
     */
    record Landing(String taskId, String index, long version, boolean whole) {}

    /**
     * What became of a batch.
     *
     * @param outcomes one a delivery, in the same order
     * @param writeSet every task that the batch names and that is un-landed, whatever became of the deliveries
     */
    record Applied(List<Settled> outcomes, List<Task> writeSet) {}

    /**
     * The word for what became of one delivery, as in the books.
     *
     * @param reason for ILLEGAL and MALFORMED, a short fixed word; else empty
     */
    record Settled(Word word, String reason) {}

    /** The columns of the books. */
    enum Word {
        APPLIED,
        NO_EFFECT,
        ALREADY_APPLIED,
        STALE,
        ILLEGAL,
        MALFORMED
    }
}
