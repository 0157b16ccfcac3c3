package io.landfall.corridor;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import io.landfall.event.Delivery;

/** When the events of a batch were sent, until their tasks have landed. Holds times, not payloads. */
final class LandedEvents {
    /** The exchange property with the batch's. */
    static final String PROPERTY = "landfall.sentEvents";

    private final Map<String, List<Instant>> sentAt = new HashMap<>();

    LandedEvents(List<Delivery> deliveries) {
        for (Delivery delivery : deliveries) {
            if (delivery instanceof Delivery.WellFormed event) {
                sentAt.computeIfAbsent(event.event().taskId(), id -> new ArrayList<>(1))
                        .add(event.source().at());
            }
        }
    }

    /** How long the events of a task that has landed had taken; the second time, none. */
    List<Duration> took(String taskId, Clock clock) {
        List<Instant> sent = sentAt.remove(taskId);
        if (sent == null) {
            return List.of();
        }
        Instant now = clock.instant();
        return sent.stream().map(at -> Duration.between(at, now)).toList();
    }
}
