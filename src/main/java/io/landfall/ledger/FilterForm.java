package io.landfall.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.alarm.OneLine;

/**
 * Reads the JSON object in which an operator says what an action is for. Strict: a field that is not known is refused, for a
 * misspelled filter that is ignored would be an action on everything.
 */
public final class FilterForm {
    private static final int LONGEST = 1_000;

    private final @Nullable JsonNode form;
    private final Set<String> known = new TreeSet<>();

    /**
     * A form that is not read yet.
     *
     * @param form null or JSON null: an empty one
     * @throws BadFilter it is not an object
     */
    public FilterForm(@Nullable JsonNode form) {
        if (form != null && !form.isNull() && !form.isMissingNode() && !form.isObject()) {
            throw new BadFilter("A JSON object is wanted.");
        }
        this.form = form;
    }

    /** Null: not given. */
    public @Nullable String text(String name) {
        JsonNode value = value(name);
        return value == null ? null : checked(name, value);
    }

    /** A list of texts; empty when it is not given. */
    public List<String> texts(String name, int most) {
        JsonNode value = value(name);
        if (value == null) {
            return List.of();
        }
        if (!value.isArray() || value.isEmpty() || value.size() > most) {
            throw new BadFilter(name + " must be a list of 1 to " + most + " texts.");
        }
        List<String> texts = new ArrayList<>(value.size());
        value.forEach(one -> texts.add(checked("Each of " + name, one)));
        return texts;
    }

    private static String checked(String name, JsonNode value) {
        if (!value.isTextual()
                || value.textValue().isBlank()
                || value.textValue().length() > LONGEST) {
            throw new BadFilter(name + " must be a text of 1 to " + LONGEST + " characters.");
        }
        if (!value.textValue().codePoints().allMatch(OneLine::isVisible)) {
            throw new BadFilter(name + " holds a control character or half of a surrogate pair.");
        }
        return value.textValue();
    }

    /** A text that must be one of these; null: not given. */
    public @Nullable String oneOf(String name, List<String> words) {
        String text = text(name);
        if (text != null && !words.contains(text)) {
            throw new BadFilter(name + " must be one of " + String.join(", ", words) + ".");
        }
        return text;
    }

    /** A whole number; null: not given. JSON's null is none: who says null may have meant a number that went missing. */
    public @Nullable Integer number(String name, int least, int most) {
        JsonNode value = said(name);
        if (value == null) {
            return null;
        }
        if (!value.isIntegralNumber()
                || !value.canConvertToInt()
                || value.intValue() < least
                || value.intValue() > most) {
            throw new BadFilter(name + " must be a whole number from " + least + " to " + most + ".");
        }
        return value.intValue();
    }

    /** True or false; false when it is not given. JSON's null is neither. */
    public boolean flag(String name) {
        JsonNode value = said(name);
        if (value != null && !value.isBoolean()) {
            throw new BadFilter(name + " must be true or false.");
        }
        return value != null && value.booleanValue();
    }

    /** An object; null: not given. */
    public @Nullable JsonNode object(String name) {
        JsonNode value = value(name);
        if (value != null && !value.isObject()) {
            throw new BadFilter(name + " must be an object.");
        }
        return value;
    }

    private @Nullable JsonNode said(String name) {
        known.add(name);
        return form == null ? null : form.get(name);
    }

    private @Nullable JsonNode value(String name) {
        JsonNode value = said(name);
        return value == null || value.isNull() ? null : value;
    }

    /**
     * To be called when all has been read.
     *
     * @throws BadFilter there is a field that nobody asked for
     */
    public void end() {
        List<String> unknown = new ArrayList<>();
        if (form != null) {
            form.fieldNames().forEachRemaining(name -> {
                if (!known.contains(name)) {
                    unknown.add(name);
                }
            });
        }
        if (!unknown.isEmpty()) {
            String there = known.isEmpty() ? "none is taken." : "there are " + String.join(", ", known) + ".";
            throw new BadFilter("There is no field " + OneLine.of(unknown.get(0)) + " here; " + there);
        }
    }
}
