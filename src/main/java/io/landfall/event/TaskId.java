package io.landfall.event;

import java.nio.charset.StandardCharsets;

import org.jspecify.annotations.Nullable;

/** What a task id must be, to be an {@code _id} and to be shown: 1 to 512 bytes of UTF-8, not blank, all visible. */
final class TaskId {
    private static final int MAX_BYTES = 512;

    private TaskId() {}

    /** What is wrong with it, as the end of a sentence; null: nothing. */
    static @Nullable String complaintAbout(String id) {
        if (id.isBlank()) {
            return "is blank";
        }
        if (!Text.isStorable(id)) {
            return "has a NUL or half of a surrogate pair";
        }
        if (id.codePoints().anyMatch(Character::isISOControl)) {
            return "has control characters";
        }
        int bytes = id.getBytes(StandardCharsets.UTF_8).length;
        return bytes > MAX_BYTES ? "has " + bytes + " bytes; at most " + MAX_BYTES : null;
    }
}
