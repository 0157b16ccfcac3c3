package io.landfall.compensation;

import java.util.function.BooleanSupplier;

/** Sets a run going on this node. */
public interface Runner {
    /** Returns at once; the run goes on by itself, and its report is closed whatever becomes of it. */
    void start(Run run);

    /** Whether this node is shutting down; cheap. */
    BooleanSupplier shuttingDown();
}
