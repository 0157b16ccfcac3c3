package io.landfall.failure;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

/**
 * A view write that did not land, as it is put on record: it opens a failure of its task and index, or is appended to the
 * open one.
 *
 * @param operation {@code index}, {@code merge} or {@code delete}
 * @param version the task's version that did not land
 * @param permanent false: compensation will try again
 * @param cause a short fixed word, the class of the failure
 * @param reason the whole chain of causes as the view told it, bounded
 * @param field the refused field, when known
 * @param trigger who wrote: {@code task-events}, {@code compensation}, {@code rebuild}
 * @param fragment of the document
 * @param httpStatus what the view answered; 0: nothing
 * @param took from the first try to the answer
 */
public record Failure(
        String taskId,
        String index,
        String operation,
        long version,
        boolean permanent,
        String cause,
        String reason,
        @Nullable String field,
        String trigger,
        Fragment fragment,
        int httpStatus,
        Duration took) {}
