package io.landfall.console;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.ledger.BadFilter;

/** For actions that take no options: whoever sends one means something that would not happen. */
final class NoBody {
    private NoBody() {}

    /** Nothing, or an empty object. */
    static void check(@Nullable JsonNode body) {
        if (body != null && !body.isNull() && !(body.isObject() && body.isEmpty())) {
            throw new BadFilter("This takes no body.");
        }
    }
}
