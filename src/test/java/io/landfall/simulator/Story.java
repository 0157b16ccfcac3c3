package io.landfall.simulator;

import java.time.Instant;
import java.util.List;
import java.util.Map;

/**
 * All that is ever sent about one task.
 *
 * @param endsWell whether the last call, and so the task, comes to a good end; the outside truth
 * @param sent in order of {@link Sent#dueAt}
 * @param faults what went wrong, and how many times
 */
public record Story(String taskId, Instant startedAt, boolean endsWell, List<Sent> sent, Map<Fault, Integer> faults) {
    public Story {
        sent = List.copyOf(sent);
        faults = Map.copyOf(faults);
    }
}
