package io.landfall.event;

import java.nio.charset.StandardCharsets;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.landfall.state.Change;
import io.landfall.state.EventType;

/** Records without a value: the deletion of the task that is their key, where that is wanted. */
final class Tombstones {
    private static final int MAX_EVENT_ID = 128;

    private Tombstones() {}

    /** The key as a task id; null: it is none. */
    static @Nullable String taskId(SourceRecord record) {
        byte[] key = record.key();
        if (key == null || !Text.isUtf8(key)) {
            return null;
        }
        String id = new String(key, StandardCharsets.UTF_8);
        return TaskId.complaintAbout(id) == null ? id : null;
    }

    static TaskEvent deletion(SourceRecord record, String taskId) {
        Change change = new Change(EventType.DELETED, null, null, null, null, Map.of(), Map.of(), null);
        return new TaskEvent(eventId(record), taskId, change);
    }

    /** The same for every delivery of the record; the time tells topics apart that were created anew. */
    private static String eventId(SourceRecord record) {
        String id = "tombstone:" + record.position() + ":" + record.at().toEpochMilli();
        return id.length() <= MAX_EVENT_ID ? id : "tombstone:" + Sha256.hex(id.getBytes(StandardCharsets.UTF_8));
    }
}
