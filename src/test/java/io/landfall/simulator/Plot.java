package io.landfall.simulator;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** One task from its submission to its end, and the calls made for it, as all would be told if nothing went wrong. */
final class Plot {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private final TrafficOptions options;
    private final String taskId;
    private final SplittableRandom random;
    private final Content content;
    private final List<Step> steps = new ArrayList<>();
    private Instant now;
    private int attempt;
    private int seq;

    /** Begins at that attempt; a later one's events are numbered apart from those of all before. */
    Plot(TrafficOptions options, String taskId, Instant startsAt, SplittableRandom random, int attempt) {
        this.attempt = attempt;
        this.seq = (attempt - 1) * 1_000;
        this.options = options;
        this.taskId = taskId;
        this.now = startsAt;
        this.random = random;
        this.content = Content.drawn(random);
    }

    String taskId() {
        return taskId;
    }

    /** The steps in order of time. */
    List<Step> of(Ending ending) {
        submit();
        switch (ending) {
            case AT_ONCE -> succeed();
            case AFTER_RETRY -> {
                fail(false);
                pause(500, 3000);
                event("RETRY");
                attempt++;
                succeed();
            }
            case NEVER_WELL -> fail(true);
        }
        return steps;
    }

    /** The steps of an attempt that somebody asked for; it ends well. */
    List<Step> again() {
        succeed();
        return steps;
    }

    private void submit() {
        ObjectNode event = event("SUBMITTED");
        event.put("taskType", content.kind().taskType());
        event.put("model", content.kind().model());
        event.put("callId", callId());
        if (!options.platform().isEmpty()) {
            event.put("platform", options.platform());
        }
        event.set("patch", content.submission(taskId));
    }

    private void start() {
        pause(200, 1500);
        event("STARTED").put("callId", callId());
        call("RUNNING");
    }

    private void succeed() {
        start();
        transcribe();
        pause(800, 5000);
        ObjectNode event = event("STAGE_COMPLETED");
        event.put("stage", "LLM");
        ObjectNode summary = content.summary();
        event.set("patch", summary);
        pause(100, 600);
        ObjectNode usage = content.usage();
        ObjectNode done = event("COMPLETED");
        endHere();
        done.set("patch", usage);
        // the platform's answer: what the lost events would have said
        ObjectNode result = summary.deepCopy();
        result.setAll(usage);
        call("OK").put("completedAt", now.toString()).set("result", result);
    }

    private void fail(boolean forGood) {
        start();
        transcribe();
        pause(800, 8000);
        ObjectNode error = JSON.objectNode();
        error.put("code", forGood ? "audio-unusable" : "model-overloaded");
        error.put("message", forGood ? "no speech was found in the audio" : "the model had no free slot for 8 s");
        event("FAILED").set("error", error);
        if (forGood) {
            endHere();
        }
        call("ERROR").put("completedAt", now.toString()).set("error", error.deepCopy());
    }

    private void transcribe() {
        pause(1000, 6000);
        ObjectNode event = event("STAGE_COMPLETED");
        event.put("stage", "ASR");
        event.set("patch", content.transcription());
    }

    private void pause(long leastMillis, long mostMillis) {
        now = now.plus(Storyteller.between(random, Duration.ofMillis(leastMillis), Duration.ofMillis(mostMillis)));
    }

    private String callId() {
        return "call-%s-%d".formatted(taskId, attempt);
    }

    /** A new event of this moment, to be completed by the caller. */
    private ObjectNode event(String type) {
        ObjectNode json = JSON.objectNode();
        json.put("eventId", "%s-%d".formatted(taskId, ++seq));
        json.put("taskId", taskId);
        json.put("type", type);
        json.put("attempt", attempt);
        json.put("seq", seq);
        json.put("occurredAt", now.toString());
        steps.add(new Step(options.eventsTopic(), taskId, json, now, true, false));
        return json;
    }

    private void endHere() {
        Step last = steps.remove(steps.size() - 1);
        steps.add(new Step(last.topic(), taskId, last.json(), last.at(), true, true));
    }

    private ObjectNode call(String outcome) {
        ObjectNode json = JSON.objectNode();
        json.put("callId", callId());
        json.put("taskId", taskId);
        json.put("attempt", attempt);
        if (!options.platform().isEmpty()) {
            json.put("platform", options.platform());
        }
        json.put("model", content.kind().model());
        json.put("outcome", outcome);
        steps.add(new Step(options.callsTopic(), taskId, json, now, false, false));
        return json;
    }
}
