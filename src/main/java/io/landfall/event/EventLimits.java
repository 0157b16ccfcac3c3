package io.landfall.event;

import java.time.Duration;
import java.util.Set;

/**
 * What the reader lets in, beyond what is the same for everybody.
 *
 * @param indices names an event may give as its index; at least one
 * @param tombstone what a null value means
 * @param retention how long the ledger remembers event ids; a record whose Kafka timestamp is older is not taken
 */
public record EventLimits(Set<String> indices, Tombstone tombstone, Duration retention) {
    /** What a record without a value is taken for. */
    public enum Tombstone {
        DEAD_LETTER,
        /** A DELETED event for the task that is the record's key. */
        DELETE
    }

    public EventLimits {
        indices = Set.copyOf(indices);
        if (indices.isEmpty()) {
            throw new IllegalArgumentException("landfall.view.indices is empty; name at least one index");
        }
        if (retention.isNegative() || retention.isZero()) {
            throw new IllegalArgumentException("landfall.ledger.retention is " + retention + "; it must be positive");
        }
    }
}
