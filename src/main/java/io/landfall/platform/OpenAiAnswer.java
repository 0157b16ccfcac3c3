package io.landfall.platform;

import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.landfall.alarm.OneLine;
import io.landfall.inspection.Suspect;
import io.landfall.inspection.Verdict;
import io.landfall.state.Json;

/** What an answer about a response or a batch means. */
final class OpenAiAnswer {
    private static final int OK = 200;
    private static final int NOT_FOUND = 404;
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS, DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private OpenAiAnswer() {}

    /** The verdict on the suspect whose {@code callId} was asked for. */
    static Verdict read(Suspect suspect, String callId, int status, byte[] body) {
        JsonNode answer = tree(body);
        if (status == NOT_FOUND && answer != null && answer.path("error").isObject()) {
            return new Verdict.Absent();
        }
        if (status != OK || answer == null) {
            // a 404 that is not in the platform's form is some proxy's, and says nothing of the call
            return unknown("the platform answers " + status + (answer == null ? ", not in JSON" : ""));
        }
        if (!answer.path("id").asText().equals(callId)) {
            return unknown("the platform answers for another call");
        }
        JsonNode attempt = answer.path("metadata").path("attempt");
        if (attempt.isMissingNode() ? suspect.attempt() > 1 : !attempt.asText().equals("" + suspect.attempt())) {
            return unknown("the call that the task names may be another attempt's: its metadata.attempt does not say "
                    + suspect.attempt());
        }
        return ofStatus(answer);
    }

    private static Verdict ofStatus(JsonNode answer) {
        String status = answer.path("status").asText();
        return switch (status) {
            case "queued", "in_progress", "validating", "finalizing", "cancelling" -> new Verdict.Running();
            case "completed" -> completed(answer);
            case "failed" -> failed(answer, firstOf(answer.path("error"), answer.at("/errors/data/0")), status);
            case "incomplete" -> failed(answer, answer.path("incomplete_details"), status);
            case "cancelled", "expired" -> failed(answer, answer.path("error"), status);
            default -> unknown("the platform says '" + status + "', which is not known");
        };
    }

    private static Verdict completed(JsonNode answer) {
        JsonNode counts = answer.path("request_counts");
        if (counts.path("failed").asInt() > 0 && counts.path("completed").asInt() == 0) {
            return new Verdict.Failed("all-requests-failed", "every request of the batch failed");
        }
        ObjectNode result = JSON.createObjectNode();
        for (String field : new String[] {"output", "output_file_id", "error_file_id", "request_counts", "usage"}) {
            if (answer.hasNonNull(field)) {
                result.set(field, answer.get(field));
            }
        }
        return new Verdict.Done(Json.of(result.toString()), completedAt(answer));
    }

    private static @Nullable Instant completedAt(JsonNode answer) {
        JsonNode at = answer.path("completed_at");
        try {
            return at.isIntegralNumber() && at.canConvertToLong() ? Instant.ofEpochSecond(at.asLong()) : null;
        } catch (DateTimeException e) {
            return null;
        }
    }

    private static JsonNode firstOf(JsonNode one, JsonNode other) {
        return one.isObject() ? one : other;
    }

    private static Verdict failed(JsonNode answer, JsonNode why, String status) {
        String code = why.path("code").asText(why.path("reason").asText(status));
        return new Verdict.Failed(
                OneLine.of(code),
                OneLine.of(why.path("message")
                        .asText("the platform says " + status + " of "
                                + answer.path("id").asText())));
    }

    private static Verdict unknown(String reason) {
        return new Verdict.Unknown(OneLine.of(reason));
    }

    private static @Nullable JsonNode tree(byte[] body) {
        try {
            JsonNode tree = JSON.readTree(body);
            return tree != null && tree.isObject() ? tree : null;
        } catch (IOException e) {
            return null;
        }
    }
}
