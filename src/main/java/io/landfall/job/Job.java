package io.landfall.job;

/** Work of one kind, of which at most one piece is under way in the whole cluster. */
public interface Job {
    /** Goes on with it if it is there and nobody is at it, to its end; else does nothing. Throws when the ledger is away. */
    void work();

    /** Whoever works on it here lets go of it soon. */
    void close();
}
