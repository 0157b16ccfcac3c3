package io.landfall.overview;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * Tasks that failed without a word, of one type and model and for one reason.
 *
 * @param what {@code silent}: should be final and is not; {@code not-landed}: its newest version has an open failure; {@code
 *     repair-sent}: was silent, and its repair has not been judged yet; {@code repaired}: was silent, and its repair was judged
 * @param taskType null: not told
 * @param model null: not told
 * @param reason {@code silent}: what the verifier said last (DONE, FAILED, ABSENT, UNKNOWN, RUNNING: for too long), or {@code
 *     NOT_ASKED}; {@code not-landed}: the cause, and the field after a colon; the others: the event that was sent
 * @param detail the verifier's words about one of them; null: none
 * @param number how many
 * @param oldestAt since when the oldest is so
 * @param taskId of the oldest; null: the failure is of a whole index
 */
public record Silence(
        String what,
        @Nullable String taskType,
        @Nullable String model,
        String reason,
        @Nullable String detail,
        long number,
        Instant oldestAt,
        @Nullable String taskId) {}
