package io.landfall.corridor;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.stereotype.Component;

/**
 * Slows a batch that comes back: after a failed one the Kafka consumer reads the same records again at once, some six
 * times a second, each time with a rebalance of the group.
 */
@Component
final class Brake {
    private final Map<String, Integer> unfinished = new ConcurrentHashMap<>();

    /** A batch of these partitions begins; waits longer the more often it began without being done. */
    void begin(Collection<String> partitions, Patience patience) {
        int before = 0;
        for (String partition : partitions) {
            before = Math.max(before, unfinished.merge(partition, 1, Integer::sum) - 1);
        }
        if (before > 0) {
            patience.pauseAfter(before);
        }
    }

    void done(Collection<String> partitions) {
        partitions.forEach(unfinished::remove);
    }
}
