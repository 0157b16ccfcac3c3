package io.landfall.view;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/** One answer a write, in the order of the writes; none twice. Twins have none. */
final class Answers {
    private final @Nullable Written[] written;

    Answers(int writes) {
        this.written = new @Nullable Written[writes];
    }

    void settle(Writing writing, WriteOutcome outcome) {
        if (writing.twin) {
            return;
        }
        if (written[writing.position] != null) {
            throw new IllegalStateException("task " + writing.task().id() + " was answered twice");
        }
        written[writing.position] = writing.settled(outcome, System.nanoTime());
    }

    /** Throws when one is missing. */
    List<Written> all() {
        List<Written> all = new ArrayList<>(written.length);
        for (Written one : written) {
            if (one == null) {
                throw new IllegalStateException("a write has no answer");
            }
            all.add(one);
        }
        return all;
    }
}
