package io.landfall.inspection;

import java.util.function.BooleanSupplier;

/** Sets an inspection going on this node. */
public interface Runner {
    /** Returns at once; it goes on by itself, and its report is closed whatever becomes of it. */
    void start(Run run);

    /** Whether this node is shutting down; cheap. */
    BooleanSupplier shuttingDown();
}
