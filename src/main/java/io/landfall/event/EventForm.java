package io.landfall.event;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.landfall.state.Attribute;
import io.landfall.state.Change;
import io.landfall.state.EventType;
import io.landfall.state.Json;

/** The table of DESIGN section 4, field by field. {@code stage} and {@code error} are read only where they apply. */
final class EventForm {
    /** The fields that are looked at; the others are none of our business. */
    static final Set<String> KNOWN = Set.of(
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
            "error");

    /** Those of them that are objects. */
    static final Set<String> OBJECTS = Set.of("patch", "error");

    private static final int MAX_EVENT_ID = 128;
    private static final int MAX_ATTEMPT = 1_000_000;
    /** The largest number up to which every producer's whole numbers are exact, JavaScript's included. */
    private static final long MAX_SEQ = 1L << 53;

    private static final int MAX_STAGE = 64;
    private static final int MAX_ATTRIBUTE = 256;
    private static final Pattern PLATFORM = Pattern.compile("[a-z0-9-]{1,40}");
    private static final int NAMED_AT_MOST = 50;

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
        String id = fields.required("taskId", MalformedReason.BAD_TASK_ID);
        String complaint = id == null ? null : TaskId.complaintAbout(id);
        return complaint == null ? id : fields.wrong(MalformedReason.BAD_TASK_ID, "taskId " + complaint);
    }

    private @Nullable EventType type() {
        String name = fields.required("type", MalformedReason.UNKNOWN_TYPE);
        if (name == null) {
            return null;
        }
        for (EventType type : EventType.values()) {
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
                type == EventType.FAILED ? error() : null);
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
        for (Attribute attribute : Attribute.values()) {
            String text = attribute(attribute);
            if (text != null) {
                attributes.put(attribute, text);
            }
        }
        return attributes;
    }

    private @Nullable String attribute(Attribute attribute) {
        String text = fields.text(attribute.key(), MalformedReason.BAD_FIELD);
        if (attribute != Attribute.PLATFORM) {
            return fields.sized(attribute.key(), text, MAX_ATTRIBUTE, MalformedReason.BAD_FIELD);
        }
        return text == null || PLATFORM.matcher(text).matches()
                ? text
                : fields.wrong(MalformedReason.BAD_FIELD, "platform is not of the form " + PLATFORM.pattern());
    }

    private Map<String, @Nullable Json> patch() {
        Map<String, @Nullable Json> patch = fields.members("patch");
        List<String> forbidden =
                patch.keySet().stream().filter(PatchKeys::isForbidden).toList();
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

    /** Code and message alone: the document's {@code landfall} object takes nothing else. */
    private @Nullable Json error() {
        Map<String, @Nullable Json> members = fields.members("error");
        StringBuilder error = new StringBuilder();
        for (String name : List.of("code", "message")) {
            Json value = members.get(name);
            if (value != null && !isTextOrNumber(value)) {
                fields.note(MalformedReason.BAD_FIELD, "error." + name + " is neither a text nor a number");
                return null;
            }
            if (value != null) {
                error.append(error.isEmpty() ? "{" : ",")
                        .append('"')
                        .append(name)
                        .append("\":");
                error.append(value);
            }
        }
        return error.isEmpty() ? null : Json.of(error.append('}').toString());
    }

    private static boolean isTextOrNumber(Json value) {
        char first = value.toString().charAt(0);
        return first == '"' || first == '-' || Character.isDigit(first);
    }

    private void checkOccurredAt() {
        String text = fields.text("occurredAt", MalformedReason.BAD_FIELD);
        if (text != null && !OccurredAt.isInstant(text)) {
            fields.note(MalformedReason.BAD_FIELD, "occurredAt is no ISO-8601 instant of the years 1 to 9999");
        }
    }
}
