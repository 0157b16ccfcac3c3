package io.landfall.rebuild;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * A rebuild as it stands.
 *
 * @param status {@code RUNNING}, {@code DONE}, {@code STOPPED} or {@code FAILED}
 * @param phase {@code PREPARE}, {@code SCAN}, {@code COMPARE}, {@code SWAP} or {@code CHECK}
 * @param index the alias that events name
 * @param oldIndices behind the alias before; empty: none was there. They are kept
 * @param newIndex null: it has no name yet
 * @param startedBy an operator's name
 * @param swappedAt when the alias moved; null: it did not
 * @param node that works on it, or did so last
 * @param cursor every task with an id up to this one is done in this phase
 * @param aboutTasks how many tasks the ledger has, as it guesses
 * @param tasks scanned so far
 * @param written documents the new index took from the scan
 * @param failed writes of the scan and of comparisons that it refused
 * @param compared tasks that changed meanwhile and were compared
 * @param rewritten of those, the ones that were written again
 * @param progressAt when it last came on
 * @param note what it waits for, or why it failed
 */
public record RebuildState(
        long id,
        String status,
        String phase,
        String index,
        String oldIndices,
        @Nullable String newIndex,
        String startedBy,
        Instant startedAt,
        @Nullable Instant swappedAt,
        @Nullable Instant endedAt,
        @Nullable String node,
        String cursor,
        long aboutTasks,
        long tasks,
        long written,
        long failed,
        long compared,
        long rewritten,
        Instant progressAt,
        @Nullable String note) {
    /** Whether it goes on. */
    boolean isRunning() {
        return status.equals("RUNNING");
    }
}
