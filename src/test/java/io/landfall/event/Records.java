package io.landfall.event;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

import io.landfall.event.EventLimits.Tombstone;

/** Records as a test likes them, and a reader for them. */
final class Records {
    static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    static final Duration RETENTION = Duration.ofDays(30);

    private Records() {}

    static SourceRecord record(byte[] key, byte[] value) {
        return new SourceRecord("landfall.task-events", 3, 42, NOW, key, value, List.of());
    }

    static EventReader reader(Tombstone tombstone) {
        return new EventReader(new EventLimits(Set.of("tasks", "calls"), tombstone, RETENTION));
    }

    static Delivery read(byte[] value) {
        return reader(Tombstone.DEAD_LETTER).read(record(null, value), NOW);
    }

    static Delivery read(String value) {
        return read(value.getBytes(StandardCharsets.UTF_8));
    }

    /** Reads an event whose required fields are good, with {@code more} behind them. */
    static Delivery readWith(String more) {
        return read("{\"eventId\":\"e-1\",\"taskId\":\"t-1\",\"type\":\"STARTED\"" + more + "}");
    }
}
