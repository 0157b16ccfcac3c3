package io.landfall.calls;

import java.sql.Timestamp;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Locale;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.landfall.event.ModelCall.Outcome;

/**
 * A row of the statement that reads calls, which may be somebody else's: taken as leniently as can be without guessing.
 *
 * @param attempt null: the table knows of none, so it is the suspect's
 * @param outcome null: a word that is not known
 * @param word the outcome as it stood there
 * @param result JSON, or any other text; null: none
 * @param withheld there is a result, and it did not fit into this answer
 */
record KnownCall(
        String taskId,
        @Nullable Integer attempt,
        @Nullable Outcome outcome,
        String word,
        @Nullable Boolean last,
        @Nullable Instant completedAt,
        byte @Nullable [] result,
        boolean withheld,
        @Nullable String errorCode,
        @Nullable String errorMessage) {

    /** {@code row} by column, in small letters. */
    static KnownCall of(Map<?, ?> row) {
        String word = String.valueOf(row.get("outcome"));
        return new KnownCall(
                String.valueOf(row.get("task_id")),
                row.get("attempt") instanceof Number number ? number.intValue() : null,
                outcome(word),
                word,
                row.get("is_final") instanceof Boolean last ? last : null,
                instant(row.get("completed_at")),
                bytes(row.get("result")),
                Boolean.TRUE.equals(row.get("result_withheld")),
                text(row.get("error_code")),
                text(row.get("error_message")));
    }

    private static @Nullable Outcome outcome(String word) {
        String upper = word.strip().toUpperCase(Locale.ROOT);
        for (Outcome outcome : Outcome.values()) {
            if (outcome.name().equals(upper)) {
                return outcome;
            }
        }
        return null;
    }

    private static @Nullable Instant instant(@Nullable Object value) {
        if (value instanceof Timestamp timestamp) {
            return timestamp.toInstant();
        }
        return value instanceof OffsetDateTime time ? time.toInstant() : null;
    }

    private static byte @Nullable [] bytes(@Nullable Object value) {
        if (value instanceof byte[] bytes) {
            return bytes;
        }
        return value == null ? null : value.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
    }

    private static @Nullable String text(@Nullable Object value) {
        return value == null ? null : value.toString();
    }
}
