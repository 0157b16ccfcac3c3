package io.landfall.trace;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.landfall.event.TraceParent;

/**
 * A batch of records, as its span tells of it.
 *
 * @param first its first record, as {@code topic-partition@offset}
 * @param records those that are part of a trace
 */
public record Batch(String topic, String group, String first, int size, List<Traced> records) {
    /** A record that is part of its producer's trace; {@code taskId} null: it could not be read. */
    public record Traced(TraceParent parent, @Nullable String taskId) {}
}
