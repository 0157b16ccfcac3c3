package io.landfall.state;

import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * What one event asks of its task. Made by the event reader from bytes that were checked; nothing here is checked
 * again.
 *
 * @param attempt run it speaks of, 1 to 1,000,000; null: the task's current one
 * @param seq producer's order within the task, 0 to 2^53; null: arrival decides
 * @param stage finished stage, only for STAGE_COMPLETED
 * @param index where the task's document goes; null: where it already is, or the default index
 * @param attributes those the event carries
 * @param patch top-level fields of the document; a null value removes the field
 * @param error {@code {code, message}} as JSON, only for FAILED
 */
public record Change(
        EventType type,
        @Nullable Integer attempt,
        @Nullable Long seq,
        @Nullable String stage,
        @Nullable String index,
        Map<Attribute, String> attributes,
        Map<String, @Nullable Json> patch,
        @Nullable Json error) {}
