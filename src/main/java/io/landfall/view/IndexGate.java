package io.landfall.view;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.landfall.failure.IndexBlock;

/** Keeps one job's writes off the indices that take none: one goes out to try, the others wait or are left un-landed. */
final class IndexGate {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(1);
    private static final Duration SHORTEST_WAIT = Duration.ofMillis(20);

    private final IndexBreakers breakers;
    private final Map<String, IndexBlock> met = new LinkedHashMap<>();

    IndexGate(IndexBreakers breakers) {
        this.breakers = breakers;
    }

    /** Holds back in the queue what must wait. The answer holds what need not wait and stays un-landed. */
    Map<Writing, WriteOutcome> sort(WriteQueue queue) {
        if (breakers.allClosed()) {
            return Map.of();
        }
        boolean goOn = breakers.goOn();
        Map<String, Writing> probes = new HashMap<>();
        List<Writing> held = new ArrayList<>();
        Map<Writing, WriteOutcome> left = new LinkedHashMap<>();
        for (Writing writing : queue.now()) {
            String index = writing.index();
            IndexBreaker breaker = breakers.of(index);
            IndexBlock block = breaker.block();
            if (block == null) {
                continue;
            }
            if (writing.twin) {
                left.put(writing, new WriteOutcome.Blocked(block));
            } else if (probes.containsKey(index)) {
                // what becomes of the probe decides about the rest
                held.add(writing);
            } else if (breaker.grantsProbe()) {
                probes.put(index, writing);
            } else if (goOn) {
                met.put(index, block);
                left.put(writing, new WriteOutcome.Blocked(block));
            } else {
                held.add(writing);
            }
        }
        queue.hold(held);
        queue.first(probes.values());
        return left;
    }

    /** An answer said that the index of this write takes none. */
    void blocked(String index, String reason, int httpStatus) {
        met.put(index, breakers.blocked(index, reason, httpStatus));
    }

    /** The index judged a document. */
    void taken(String index) {
        breakers.taken(index);
    }

    /** Why a job that has nothing left but writes of this index must wait; null: it need not, they may be left. */
    @Nullable
    String mustWait(String index) {
        IndexBlock block = breakers.of(index).block();
        return block == null || breakers.goOn() ? null : block.line();
    }

    /** Till a probe may go, but soon enough to see that another job's probe was taken. */
    Duration pause(String index) {
        Duration until = breakers.of(index).untilProbe();
        if (until.compareTo(LONGEST_WAIT) > 0) {
            return LONGEST_WAIT;
        }
        return until.compareTo(SHORTEST_WAIT) < 0 ? SHORTEST_WAIT : until;
    }

    /** What was met since the last call and must be on record before the job's answers are used. */
    List<IndexBlock> takeMet() {
        List<IndexBlock> blocks = List.copyOf(met.values());
        met.clear();
        return blocks;
    }
}
