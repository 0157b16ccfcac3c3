package io.landfall.event;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.landfall.state.Json;

/** The value of a top-level field as it stood in the JSON, before anybody asked whether it is a good one. */
sealed interface Raw {
    record Text(String text) implements Raw {}

    /** A number without fraction and exponent that fits into 64 bits. */
    record Whole(long number) implements Raw {}

    /** An object's members in order, each a slice of the record's bytes; null: JSON null. */
    record Members(Map<String, @Nullable Json> members) implements Raw {}

    /** Any JSON, where that is wanted, as a slice of the record's bytes. */
    record Value(Json json) implements Raw {}

    /** Anything else; {@code kind} names it for people. */
    record Other(String kind) implements Raw {}
}
