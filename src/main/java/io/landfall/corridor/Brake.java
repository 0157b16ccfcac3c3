package io.landfall.corridor;

import java.util.Collection;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;

import org.springframework.stereotype.Component;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.Severity;

/**
 * Slows a batch that comes back: after a failed one the Kafka consumer reads the same records again at once, some six
 * times a second, each time with a rebalance of the group. A person is told when it comes back again and again.
 */
@Component
final class Brake {
    static final String ALARM = "batch-fails";
    private static final int TOO_OFTEN = 5;

    private final Map<String, Integer> unfinished = new ConcurrentHashMap<>();
    private final Alarms alarms;
    private final AtomicBoolean wasDone = new AtomicBoolean();

    Brake(Alarms alarms) {
        this.alarms = alarms;
    }

    /** A batch of these partitions begins; waits longer the more often it began without being done. */
    void begin(Collection<String> partitions, Patience patience) {
        int before = 0;
        for (String partition : partitions) {
            before = Math.max(before, unfinished.merge(partition, 1, Integer::sum) - 1);
        }
        if (before >= TOO_OFTEN) {
            alarms.raise(
                    ALARM,
                    Severity.P1,
                    "a batch of " + partitions + " failed " + before
                            + " times in a row; nothing is lost, but nothing behind it lands: see the log");
        }
        if (before > 0) {
            patience.pauseAfter(before);
        }
    }

    void done(Collection<String> partitions) {
        boolean wasStuck = false;
        for (String partition : partitions) {
            Integer times = unfinished.remove(partition);
            wasStuck |= times != null && times > TOO_OFTEN;
        }
        // the first one done closes what an earlier process left open; who still fails raises it again
        if (!wasDone.getAndSet(true) || wasStuck) {
            alarms.close(ALARM);
        }
    }
}
