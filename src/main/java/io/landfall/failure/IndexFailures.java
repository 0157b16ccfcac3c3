package io.landfall.failure;

import java.util.Collection;
import java.util.List;

import io.landfall.ledger.LedgerAway;

/**
 * Failures of kind {@code index}: one open record stands for all tasks that an index did not take while it was blocked. All
 * throw {@link LedgerAway} when the database can't be reached.
 */
public interface IndexFailures {
    /**
     * Puts on record that an index takes no writes: opens its failure, or notes in the open one that it is still so. Cheap
     * to repeat: what is on record grows ever more slowly, however long the block lasts. Returns when it is stored, so that
     * offsets of tasks that were left un-landed may be committed.
     */
    void record(IndexBlock block);

    /**
     * Closes the failure of that index as RESOLVED, unless one of the tasks it stands for is still un-landed and has no open
     * failure of its own, nor was its version abandoned. Tasks that changed after the last refusal are not waited for: they are on their own way.
     *
     * @return whether it was closed now; false: there is none, or it stays
     */
    boolean resolve(String index);

    /** The indices with an open failure. */
    List<String> open();

    /** How many un-landed tasks the open failures of these indices stand for; counts no further than {@code most}. */
    long waiting(Collection<String> indices, long most);
}
