package io.landfall.state;

import java.time.Instant;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A task as the ledger knows it. All times are the ledger's clock.
 *
 * @param id its document's {@code _id}
 * @param index where its document lives; fixed by its first event
 * @param attempt run number, 1 to 1,000,000
 * @param version rises with every applied event: {@code greatest(previous + 1, ledger time in microseconds)}; the
 *     document's external version
 * @param landedVersion the highest version that the view has acknowledged; 0: none
 * @param highestSeq the highest sequence number seen, 0 when none carried one
 * @param fields the document's top-level fields in order of first appearance, removed ones included
 * @param stages finished stages of the current attempt, in order of arrival, with the sequence number of each
 * @param error why the task is FAILED; null in every other state
 * @param createdAt when its first event was applied
 * @param stateSince when its state or attempt last changed
 * @param updatedAt when its version last rose
 * @param deletedAt null: it lives
 */
public record Task(
        String id,
        String index,
        TaskState state,
        int attempt,
        long version,
        long landedVersion,
        long highestSeq,
        Map<String, Field> fields,
        Map<Attribute, Tag> tags,
        Map<String, Long> stages,
        @Nullable Field error,
        Instant createdAt,
        Instant stateSince,
        Instant updatedAt,
        @Nullable Instant deletedAt) {

    public boolean isDeleted() {
        return deletedAt != null;
    }

    /** The same task under another version, of which the view has acknowledged {@code landed}. */
    public Task withVersion(long newVersion, long landed) {
        return new Task(
                id,
                index,
                state,
                attempt,
                newVersion,
                landed,
                highestSeq,
                fields,
                tags,
                stages,
                error,
                createdAt,
                stateSince,
                updatedAt,
                deletedAt);
    }

    /** Whether the view has not acknowledged the newest version. */
    public boolean isUnlanded() {
        return landedVersion < version;
    }

    /** The value of an attribute, or null. */
    public @Nullable String attribute(Attribute attribute) {
        Tag tag = tags.get(attribute);
        return tag == null ? null : tag.value();
    }
}
