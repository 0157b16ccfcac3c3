package io.landfall.ops;

import java.util.function.BiFunction;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * Something that may be commanded over the commands topic. Every bean of this type is known there by its name, so nothing
 * belongs here that must not be done by somebody unverified: no giving up, no forcing.
 *
 * @param name a noun and a verb, such as {@code failures.retry}
 * @param order takes the command's filter (null: none) and who gives it; returns what was done, in one line without
 *     payloads. Throws {@link io.landfall.ledger.BadFilter} or {@link io.landfall.ledger.NotAsExpected}
 */
public record Command(String name, BiFunction<@Nullable JsonNode, String, String> order) {}
