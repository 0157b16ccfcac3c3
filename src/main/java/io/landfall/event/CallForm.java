package io.landfall.event;

import java.time.Instant;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.landfall.event.ModelCall.Outcome;
import io.landfall.state.Json;

/** The fields of a model call, one by one. */
final class CallForm {
    static final Shape SHAPE = new Shape(
            Set.of(
                    "callId",
                    "taskId",
                    "attempt",
                    "platform",
                    "model",
                    "outcome",
                    "final",
                    "completedAt",
                    "result",
                    "error"),
            Set.of("error"),
            Set.of("result", "final"));

    private static final String YES = "true";
    private static final String NO = "false";

    private final Fields fields;

    CallForm(Fields fields) {
        this.fields = fields;
    }

    /** The call; null: the fields have faults. */
    @Nullable
    ModelCall call() {
        String taskId = fields.taskId("taskId");
        String callId = attribute("callId", fields.required("callId", MalformedReason.BAD_FIELD));
        Integer attempt = attempt();
        Outcome outcome = outcome();
        String platform = fields.platform("platform");
        String model = attribute("model", fields.text("model", MalformedReason.BAD_FIELD));
        Boolean last = last();
        Instant completedAt = completedAt();
        Json error = outcome == Outcome.ERROR ? fields.codeAndMessage("error") : null;
        return taskId == null
                        || callId == null
                        || attempt == null
                        || outcome == null
                        || !fields.faults().isEmpty()
                ? null
                : new ModelCall(
                        taskId,
                        attempt,
                        callId,
                        platform,
                        model,
                        outcome,
                        last,
                        completedAt,
                        outcome == Outcome.OK ? fields.value("result") : null,
                        error);
    }

    private @Nullable String attribute(String field, @Nullable String text) {
        return fields.sized(field, text, EventForm.MAX_ATTRIBUTE, MalformedReason.BAD_FIELD);
    }

    /** Required: a call of no attempt could answer for none. */
    private @Nullable Integer attempt() {
        Long attempt = fields.requiredWhole("attempt", 1, EventForm.MAX_ATTEMPT);
        return attempt == null ? null : attempt.intValue();
    }

    private @Nullable Outcome outcome() {
        String name = fields.required("outcome", MalformedReason.BAD_FIELD);
        if (name == null) {
            return null;
        }
        for (Outcome outcome : Outcome.values()) {
            if (outcome.name().equals(name)) {
                return outcome;
            }
        }
        fields.note(MalformedReason.BAD_FIELD, "outcome " + Text.quoted(name) + " is not known");
        return null;
    }

    private @Nullable Boolean last() {
        Json json = fields.value("final");
        String text = json == null ? null : json.toString();
        if (text != null && !text.equals(YES) && !text.equals(NO)) {
            fields.note(MalformedReason.BAD_FIELD, "final is neither true nor false");
        }
        return text == null ? null : Boolean.valueOf(text);
    }

    private @Nullable Instant completedAt() {
        String text = fields.text("completedAt", MalformedReason.BAD_FIELD);
        Instant at = text == null ? null : OccurredAt.instant(text);
        if (text != null && at == null) {
            fields.note(MalformedReason.BAD_FIELD, "completedAt is no ISO-8601 instant of the years 1 to 9999");
        }
        return at;
    }
}
