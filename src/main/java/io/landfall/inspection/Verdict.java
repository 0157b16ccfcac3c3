package io.landfall.inspection;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

import io.landfall.state.Json;

/** What the outside world says of one task's attempt. */
public sealed interface Verdict {
    /**
     * Its work is done.
     *
     * @param result what came of it, any JSON; null: the verifier does not tell
     * @param completedAt when, by the platform's clock; shown, never used to judge age; null: the verifier does not tell
     */
    record Done(@Nullable Json result, @Nullable Instant completedAt) implements Verdict {}

    /**
     * Its work has failed.
     *
     * @param code short, bounded
     * @param message one line, bounded
     */
    record Failed(String code, String message) implements Verdict {}

    /** It is at work. */
    record Running() implements Verdict {}

    /** The platform, which can tell, has never heard of it. */
    record Absent() implements Verdict {}

    /**
     * The verifier can't tell: it did not answer, or not about this task, or what it says can't be meant.
     *
     * @param reason one line, bounded, for people
     */
    record Unknown(String reason) implements Verdict {}
}
