package io.landfall.inspection;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;

import io.landfall.alarm.OneLine;
import io.landfall.state.Json;

/**
 * Reads what a verifier answers: a JSON array as text or bytes, or a collection of maps, of {@code {taskId, attempt, verdict, result,
 * completedAt, error, reason}}. Never throws for what is answered: what can't be meant is UNKNOWN, with the reason.
 */
final class VerdictForm {
    private static final int LARGEST = 64 << 20;
    private static final int LONGEST_CODE = 100;
    private static final Instant EARLIEST = Instant.parse("0001-01-01T00:00:00Z");
    private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59.999999999Z");

    /** Keeps numbers as they were written. */
    static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS, DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private final Map<String, Suspect> asked = new HashMap<>();
    private final Map<String, Verdict> verdicts = new HashMap<>();
    private final Set<String> contradicted = new HashSet<>();
    private int strange;

    private VerdictForm(List<Suspect> suspects) {
        suspects.forEach(suspect -> asked.put(suspect.taskId(), suspect));
    }

    /** {@code answer} null: there was none. Those that are not named are left out. */
    static Verdicts read(List<Suspect> suspects, @Nullable Object answer) {
        try {
            VerdictForm form = new VerdictForm(suspects);
            JsonNode entries = tree(answer);
            if (entries == null || !entries.isArray()) {
                return Verdicts.unknown(suspects, "its verifier answered with no list");
            }
            entries.forEach(form::take);
            return new Verdicts(form.verdicts, form.strange);
        } catch (IOException e) {
            return Verdicts.unknown(suspects, "its verifier answered with no JSON");
        }
    }

    private static @Nullable JsonNode tree(@Nullable Object answer) throws IOException {
        if (answer instanceof String text) {
            return JSON.readTree(text);
        }
        if (answer instanceof byte[] bytes) {
            return JSON.readTree(bytes);
        }
        if (answer instanceof InputStream stream) {
            byte[] bytes = stream.readNBytes(LARGEST + 1);
            if (bytes.length > LARGEST) {
                throw new IOException("it is too large");
            }
            return JSON.readTree(bytes);
        }
        return answer instanceof Collection<?> rows ? RowValues.tree(rows, JSON) : null;
    }

    private void take(JsonNode entry) {
        String taskId = entry.path("taskId").textValue();
        Suspect suspect = taskId == null ? null : asked.get(taskId);
        if (suspect == null) {
            strange++;
            return;
        }
        Verdict verdict = verdict(entry, suspect);
        Verdict other = verdicts.get(suspect.taskId());
        if (contradicted.contains(suspect.taskId())) {
            return;
        }
        if (other != null && Kind.of(other) != Kind.of(verdict)) {
            contradicted.add(suspect.taskId());
            verdict = new Verdict.Unknown(
                    "its verifier says both " + Kind.of(other) + " and " + Kind.of(verdict) + " of it");
        } else if (other != null) {
            return;
        }
        verdicts.put(suspect.taskId(), verdict);
    }

    private static Verdict verdict(JsonNode entry, Suspect suspect) {
        JsonNode attempt = entry.path("attempt");
        if (!attempt.isMissingNode()
                && !attempt.isNull()
                && !(attempt.canConvertToInt()
                        && attempt.isIntegralNumber()
                        && attempt.intValue() == suspect.attempt())) {
            return new Verdict.Unknown("its verifier answered for another attempt than " + suspect.attempt());
        }
        String word = entry.path("verdict").asText("");
        return switch (word) {
            case "DONE" -> done(entry);
            case "FAILED" -> failed(entry.path("error"));
            case "RUNNING" -> new Verdict.Running();
            case "ABSENT" -> new Verdict.Absent();
            case "UNKNOWN" ->
                new Verdict.Unknown(OneLine.of(entry.path("reason").asText("its verifier can't tell")));
            default -> new Verdict.Unknown("its verifier says " + cut(OneLine.of(word)) + ", which is no verdict");
        };
    }

    private static Verdict done(JsonNode entry) {
        JsonNode result = entry.path("result");
        JsonNode completedAt = entry.path("completedAt");
        Instant at = null;
        if (!completedAt.isMissingNode() && !completedAt.isNull()) {
            at = instant(completedAt);
            if (at == null) {
                return new Verdict.Unknown("its verifier says DONE at a time that is none");
            }
            // shown, never judged by: one that no event may carry is left out
            at = at.isBefore(EARLIEST) || at.isAfter(LATEST) ? null : at;
        }
        return new Verdict.Done(result.isMissingNode() || result.isNull() ? null : Json.of(bytes(result)), at);
    }

    private static Verdict failed(JsonNode error) {
        String code = word(error.path("code"));
        String message = word(error.path("message"));
        return code == null && message == null
                ? new Verdict.Unknown("its verifier says FAILED without an error")
                : new Verdict.Failed(cut(code == null ? "failed" : code), message == null ? "" : message);
    }

    private static @Nullable String word(JsonNode value) {
        return value.isTextual() || value.isNumber() ? OneLine.of(value.asText()) : null;
    }

    private static String cut(String text) {
        return text.codePointCount(0, text.length()) <= LONGEST_CODE
                ? text
                : text.substring(0, text.offsetByCodePoints(0, LONGEST_CODE));
    }

    private static @Nullable Instant instant(JsonNode value) {
        try {
            return value.isTextual() ? OffsetDateTime.parse(value.textValue()).toInstant() : null;
        } catch (DateTimeException e) {
            return null;
        }
    }

    /** The value's text; half a surrogate pair, which UTF-8 can't say, is escaped. */
    static byte[] bytes(JsonNode value) {
        try {
            return JSON.writeValueAsBytes(value);
        } catch (IOException lone) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            try (JsonGenerator json = JSON.createGenerator(out)) {
                json.enable(JsonWriteFeature.ESCAPE_NON_ASCII.mappedFeature());
                JSON.writeTree(json, value);
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
            return out.toByteArray();
        }
    }
}
