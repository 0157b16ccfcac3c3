package io.landfall.console;

import java.util.List;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.annotation.JsonRawValue;
import com.fasterxml.jackson.annotation.JsonUnwrapped;

/**
 * A dead letter with what is in it, and what became of it when it was sent again, the newest attempts, first to last.
 *
 * @param payload JSON, masked, or a JSON string when it is not readable JSON
 * @param headers their names; the values are for operators
 */
record DeadLetterDetail(
        @JsonUnwrapped DeadLetterRow letter,
        @JsonRawValue @Nullable String payload,
        List<String> headers,
        List<DeadLetterAttempt> attempts) {}
