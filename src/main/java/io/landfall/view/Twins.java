package io.landfall.view;

import org.jspecify.annotations.Nullable;

/**
 * Which indices are being rebuilt now: what lands in one goes into its successor, too. Nothing is lost when a node learns
 * late of a rebuild: the rebuild compares what changed meanwhile.
 */
public interface Twins {
    /** The index that is to take that one's place; null: none. Cheap, and never throws. */
    @Nullable
    String of(String index);
}
