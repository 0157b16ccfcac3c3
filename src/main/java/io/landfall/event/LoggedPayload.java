package io.landfall.event;

import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.landfall.state.Change;
import io.landfall.state.EventType;

/** Reads back what the event log kept: bytes that were a good event when they came. */
public final class LoggedPayload {
    private LoggedPayload() {}

    /**
     * What the logged bytes ask for. Whatever index they name is taken: that it was allowed was judged when they came.
     *
     * @param payload null: a tombstone that was taken for a deletion. Must not be written to afterwards
     * @return null: they are no event by the rules of today
     */
    public static @Nullable Change change(byte @Nullable [] payload) {
        if (payload == null) {
            return new Change(EventType.DELETED, null, null, null, null, Map.of(), Map.of(), null);
        }
        JsonRecord json = new JsonRecord(payload, EventForm.SHAPE);
        if (json.fault() != null) {
            return null;
        }
        Set<String> indices = json.fields().get("index") instanceof Raw.Text index ? Set.of(index.text()) : Set.of();
        TaskEvent event = new EventForm(new Fields(json.fields()), indices).event();
        return event == null ? null : event.change();
    }
}
