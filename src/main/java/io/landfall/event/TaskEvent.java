package io.landfall.event;

import io.landfall.state.Change;

/**
 * A fact about a task.
 *
 * @param eventId unique per task, 1 to 128 characters
 * @param taskId 1 to 512 bytes of UTF-8, no control characters
 * @param change what it asks of the task
 */
public record TaskEvent(String eventId, String taskId, Change change) {}
