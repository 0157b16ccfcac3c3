package io.landfall.event;

import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.landfall.state.Attribute;
import io.landfall.state.Change;
import io.landfall.state.EventType;
import io.landfall.state.Json;

/** The table of DESIGN section 4, field by field. {@code stage} and {@code error} are read only where they apply. */
final class EventForm {
    /** The fields that are looked at; the others are none of our business. */
    static final Shape SHAPE = new Shape(
            Set.of(
                    "eventId",
                    "taskId",
                    "type",
                    "attempt",
                    "seq",
                    "stage",
                    "taskType",
                    "model",
                    "platform",
                    "callId",
                    "occurredAt",
                    "index",
                    "patch",
                    "error"),
            Set.of("patch", "error"),
            Set.of());

    private static final int MAX_EVENT_ID = 128;
    static final int MAX_ATTEMPT = 1_000_000;
    /** The largest number up to which every producer's whole numbers are exact, JavaScript's included. */
    private static final long MAX_SEQ = 1L << 53;

    private static final int MAX_STAGE = 64;
    static final int MAX_ATTRIBUTE = 256;
    private static final int NAMED_AT_MOST = 50;

    private static final EventType[] TYPES = EventType.values();
    private static final Attribute[] ATTRIBUTES = Attribute.values();

    private final Fields fields;
    private final Set<String> indices;

    EventForm(Fields fields, Set<String> indices) {
        this.fields = fields;
        this.indices = indices;
    }

    /** The event; null: the fields have faults. */
    @Nullable
    TaskEvent event() {
        String eventId = fields.sized(
                "eventId",
                fields.required("eventId", MalformedReason.BAD_EVENT_ID),
                MAX_EVENT_ID,
                MalformedReason.BAD_EVENT_ID);
        String taskId = taskId();
        EventType type = type();
        checkOccurredAt();
        Change change = type == null ? null : change(type);
        return eventId == null
                        || taskId == null
                        || change == null
                        || !fields.faults().isEmpty()
                ? null
                : new TaskEvent(eventId, taskId, change);
    }

    /** The task id if it is there and a good one; else a fault is noted. */
    @Nullable
    String taskId() {
        return fields.taskId("taskId");
    }

    private @Nullable EventType type() {
        String name = fields.required("type", MalformedReason.UNKNOWN_TYPE);
        if (name == null) {
            return null;
        }
        for (EventType type : TYPES) {
            if (type.name().equals(name)) {
                return type;
            }
        }
        fields.note(MalformedReason.UNKNOWN_TYPE, "type " + Text.quoted(name) + " is not known");
        return null;
    }

    private Change change(EventType type) {
        Long attempt = fields.whole("attempt", 1, MAX_ATTEMPT);
        return new Change(
                type,
                attempt == null ? null : attempt.intValue(),
                fields.whole("seq", 0, MAX_SEQ),
                type == EventType.STAGE_COMPLETED ? stage() : null,
                index(),
                attributes(),
                patch(),
                type == EventType.FAILED ? fields.codeAndMessage("error") : null);
    }

    private @Nullable String stage() {
        String stage = fields.required("stage", MalformedReason.BAD_FIELD);
        return fields.sized("stage", stage, MAX_STAGE, MalformedReason.BAD_FIELD);
    }

    private @Nullable String index() {
        String index = fields.text("index", MalformedReason.INDEX_NOT_ALLOWED);
        if (index == null || indices.contains(index)) {
            return index;
        }
        return fields.wrong(
                MalformedReason.INDEX_NOT_ALLOWED, "index " + Text.quoted(index) + " is none of landfall.view.indices");
    }

    private Map<Attribute, String> attributes() {
        Map<Attribute, String> attributes = new EnumMap<>(Attribute.class);
        for (Attribute attribute : ATTRIBUTES) {
            String text = attribute(attribute);
            if (text != null) {
                attributes.put(attribute, text);
            }
        }
        return attributes;
    }

    private @Nullable String attribute(Attribute attribute) {
        if (attribute == Attribute.PLATFORM) {
            return fields.platform(attribute.key());
        }
        String text = fields.text(attribute.key(), MalformedReason.BAD_FIELD);
        return fields.sized(attribute.key(), text, MAX_ATTRIBUTE, MalformedReason.BAD_FIELD);
    }

    private Map<String, @Nullable Json> patch() {
        Map<String, @Nullable Json> patch = fields.members("patch");
        List<String> forbidden = new ArrayList<>(0);
        for (String key : patch.keySet()) {
            if (PatchKeys.isForbidden(key)) {
                forbidden.add(key);
            }
        }
        if (!forbidden.isEmpty()) {
            String names =
                    forbidden.stream().limit(NAMED_AT_MOST).map(Text::quoted).collect(Collectors.joining(", "));
            int unnamed = Math.max(0, forbidden.size() - NAMED_AT_MOST);
            fields.note(
                    MalformedReason.FORBIDDEN_FIELD,
                    "patch may not write " + names + (unnamed == 0 ? "" : " and " + unnamed + " more"));
        }
        return patch;
    }

    private void checkOccurredAt() {
        String text = fields.text("occurredAt", MalformedReason.BAD_FIELD);
        if (text != null && !OccurredAt.isInstant(text)) {
            fields.note(MalformedReason.BAD_FIELD, "occurredAt is no ISO-8601 instant of the years 1 to 9999");
        }
    }
}
