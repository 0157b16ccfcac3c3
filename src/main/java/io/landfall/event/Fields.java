package io.landfall.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.landfall.state.Json;

/**
 * The known fields of one record, asked for by kind; what is not as it should be is noted as a fault and reads as null.
 * Characters are Unicode code points. No text may hold a NUL or half of a surrogate pair: the ledger could not keep it.
 */
final class Fields {
    private static final Pattern PLATFORM = Pattern.compile("[a-z0-9-]{1,40}");

    private final Map<String, Raw> fields;
    private final List<Fault> faults = new ArrayList<>();

    /** @param fields by name, null ones left out */
    Fields(Map<String, Raw> fields) {
        this.fields = fields;
    }

    /** What was wrong with those asked for so far, in that order. */
    List<Fault> faults() {
        return faults;
    }

    /** A text that must be there. */
    @Nullable
    String required(String field, MalformedReason ifOfOtherKind) {
        return fields.containsKey(field)
                ? text(field, ifOfOtherKind)
                : wrong(MalformedReason.MISSING_FIELD, field + " is missing");
    }

    @Nullable
    String text(String field, MalformedReason ifOfOtherKind) {
        Raw raw = fields.get(field);
        if (raw == null) {
            return null;
        }
        return raw instanceof Raw.Text text ? text.text() : wrong(ifOfOtherKind, field + " is not a text");
    }

    /** The text if it has 1 to {@code max} characters, all of which the ledger can keep. */
    @Nullable
    String sized(String field, @Nullable String text, int max, MalformedReason ifWrong) {
        if (text == null) {
            return null;
        }
        int length = text.codePointCount(0, text.length());
        if (length < 1 || length > max) {
            return wrong(ifWrong, field + " has " + length + " characters; it takes 1 to " + max);
        }
        return Text.isStorable(text) ? text : wrong(ifWrong, field + " has a NUL or half of a surrogate pair");
    }

    @Nullable
    Long whole(String field, long min, long max) {
        Raw raw = fields.get(field);
        if (raw == null) {
            return null;
        }
        if (raw instanceof Raw.Whole whole && whole.number() >= min && whole.number() <= max) {
            return whole.number();
        }
        note(MalformedReason.BAD_FIELD, field + " is not a whole number from " + min + " to " + max);
        return null;
    }

    /** A whole number that must be there. */
    @Nullable
    Long requiredWhole(String field, long min, long max) {
        if (!fields.containsKey(field)) {
            note(MalformedReason.MISSING_FIELD, field + " is missing");
        }
        return whole(field, min, max);
    }

    /** An object's members; none when it is absent or no object. */
    Map<String, @Nullable Json> members(String field) {
        Raw raw = fields.get(field);
        if (raw instanceof Raw.Members members) {
            return members.members();
        }
        if (raw != null) {
            note(MalformedReason.BAD_FIELD, field + " is not an object");
        }
        return Map.of();
    }

    /** A task id that must be there. */
    @Nullable
    String taskId(String field) {
        String id = required(field, MalformedReason.BAD_TASK_ID);
        String complaint = id == null ? null : TaskId.complaintAbout(id);
        return complaint == null ? id : wrong(MalformedReason.BAD_TASK_ID, field + " " + complaint);
    }

    /** The name of a platform: it is looked up among routes, and never anything else. */
    @Nullable
    String platform(String field) {
        String text = text(field, MalformedReason.BAD_FIELD);
        return text == null || PLATFORM.matcher(text).matches()
                ? text
                : wrong(MalformedReason.BAD_FIELD, field + " is not of the form " + PLATFORM.pattern());
    }

    /** Any JSON, as it was written. */
    @Nullable
    Json value(String field) {
        return fields.get(field) instanceof Raw.Value value ? value.json() : null;
    }

    /** An error's code and message alone: the document's {@code landfall} object takes nothing else. */
    @Nullable
    Json codeAndMessage(String field) {
        Map<String, @Nullable Json> members = members(field);
        StringBuilder error = new StringBuilder();
        for (String name : List.of("code", "message")) {
            Json value = members.get(name);
            if (value != null && !isTextOrNumber(value)) {
                note(MalformedReason.BAD_FIELD, field + "." + name + " is neither a text nor a number");
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

    /** Notes a fault; the null is the answer to whoever asked. */
    @Nullable
    String wrong(MalformedReason reason, String detail) {
        note(reason, detail);
        return null;
    }

    void note(MalformedReason reason, String detail) {
        faults.add(new Fault(reason, detail));
    }
}
