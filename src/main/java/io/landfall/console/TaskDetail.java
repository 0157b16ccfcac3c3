package io.landfall.console;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;

/**
 * All that is known of a task.
 *
 * @param fields the ledger's content: the living top-level fields as one JSON object, masked
 * @param calls what platforms told of the calls made for it, the newest attempts first
 * @param suspicion what inspections have seen of it so far; null: nothing in this state and attempt
 * @param unsent messages about it that are still in the outbox, oldest first
 * @param dispatchTopic where it is told that it is to be run again
 * @param document as the view has it right now, masked; null: it has none, or {@code documentError} says why not
 * @param differs whether the document is of another version than the row, or one of both is missing; null: not known
 */
record TaskDetail(
        TaskRow row,
        @Nullable @JsonRawValue String fields,
        List<LoggedEvent> events,
        List<FailureDetail> failures,
        List<ModelCallRow> calls,
        List<RepairRow> repairs,
        @Nullable SuspicionRow suspicion,
        List<OutboxApi.Message> unsent,
        String dispatchTopic,
        @Nullable @JsonRawValue String document,
        @Nullable Long documentVersion,
        @Nullable Boolean differs,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable String documentError) {

    /** A deleted task should have no document of ours. */
    static @Nullable Boolean differs(TaskRow row, LiveDocument.Seen seen) {
        if (seen.error() != null) {
            return null;
        }
        Long expected = row.deletedAt() == null ? row.version() : null;
        return !Objects.equals(expected, seen.version());
    }
}
