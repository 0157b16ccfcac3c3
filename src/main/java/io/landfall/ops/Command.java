package io.landfall.ops;

import java.util.HashMap;
import java.util.Map;
import java.util.function.BiFunction;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.ledger.BadFilter;
import io.landfall.ledger.FilterForm;

/**
 * Something that may be commanded over the commands topic. Every bean of this type is known there by its name, so nothing
 * belongs here that must not be done by somebody unverified: no giving up, no forcing.
 *
 * @param name a noun and a verb, such as {@code failures.retry}
 * @param order takes the command's filter (null: none) and who gives it; returns what was done, in one line without
 *     payloads. Throws {@link io.landfall.ledger.BadFilter} or {@link io.landfall.ledger.NotAsExpected}
 */
public record Command(String name, BiFunction<@Nullable JsonNode, String, String> order) {
    /** One that takes no filter. */
    static Command plain(String name, Function<String, String> order) {
        return new Command(name, (filter, by) -> {
            new FilterForm(filter).end();
            return order.apply(by);
        });
    }

    /**
     * One whose filter holds what is to be changed, by name; null: as configured.
     *
     * @param example of such a filter
     * @param order throws IllegalArgumentException when nothing was changed; says what is wrong with which
     */
    static Command tuning(
            String name, String example, BiFunction<Map<String, @Nullable Object>, String, String> order) {
        return new Command(name, (filter, by) -> {
            if (filter == null || filter.isEmpty()) {
                throw new BadFilter("The filter of " + name + " holds what is to be changed, such as " + example + ".");
            }
            Map<String, @Nullable Object> asked = new HashMap<>();
            filter.properties().forEach(entry -> {
                JsonNode value = entry.getValue();
                asked.put(entry.getKey(), value.isNull() ? null : value.asText());
            });
            try {
                return order.apply(asked, by);
            } catch (IllegalArgumentException e) {
                throw new BadFilter(String.valueOf(e.getMessage()));
            }
        });
    }
}
