package io.landfall.rebuild;

import java.util.List;

import io.landfall.view.ViewWrite;
import io.landfall.view.Written;

/** The way into the view, as every landing goes. Both throw what the servers throw when they are away for long. */
public interface IndexWrites {
    /**
     * Writes into an index that has no alias yet: what it refuses is put on record with the trigger {@code rebuild}, and the
     * ledger's landings are left as they are.
     *
     * @param writes each with a target
     * @return one answer a write, in their order
     */
    List<Written> aim(List<ViewWrite> writes);

    /** Writes as a landing: what landed is noted, and what did not is put on record. */
    List<Written> land(List<ViewWrite> writes);
}
