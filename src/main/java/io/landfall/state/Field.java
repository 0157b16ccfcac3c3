package io.landfall.state;

import org.jspecify.annotations.Nullable;

/**
 * A top-level field of a task's document (or its error) and who wrote it.
 *
 * @param value the JSON value; null: the field was removed, and the mark remembers by whom
 */
public record Field(@Nullable Json value, Mark mark) {}
