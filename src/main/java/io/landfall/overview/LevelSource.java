package io.landfall.overview;

import java.util.List;

/** Knows levels that are not in the ledger. Answers at once, with what it heard last; nothing, when it does not know. */
public interface LevelSource {
    List<Level> levels();
}
