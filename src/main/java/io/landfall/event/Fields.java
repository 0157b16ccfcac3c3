package io.landfall.event;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.landfall.state.Json;

/**
 * The known fields of one event, asked for by kind; what is not as it should be is noted as a fault and reads as null.
 * Characters are Unicode code points. No text may hold a NUL or half of a surrogate pair: the ledger could not keep it.
 */
final class Fields {
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
