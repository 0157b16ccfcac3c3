package io.landfall.simulator;

import java.nio.charset.StandardCharsets;
import java.util.SplittableRandom;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The patches of one task: who called, what was said, what the model made of it. */
record Content(Kind kind, Dialogue dialogue, SplittableRandom random) {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String[] LABELS = {"refund", "delivery", "invoice", "complaint", "renewal", "technical", "vip"
    };
    private static final String[] SENTIMENTS = {"positive", "neutral", "neutral", "negative"};
    private static final String[] CHANNELS = {"hotline", "app", "branch", "callback"};

    static Content drawn(SplittableRandom random) {
        Kind[] kinds = Kind.values();
        Kind kind = kinds[random.nextInt(kinds.length)];
        Dialogue dialogue = random.nextInt(10) < 6 ? Dialogue.CHINESE : Dialogue.ENGLISH;
        return new Content(kind, dialogue, random);
    }

    ObjectNode submission(String taskId) {
        ObjectNode patch = JSON.objectNode();
        patch.put("title", dialogue.title(random));
        patch.put("audioUrl", "https://recordings.example/%s/%s.opus".formatted(kind.taskType(), taskId));
        patch.put("customerId", "c-%06d".formatted(random.nextInt(1_000_000)));
        patch.put("channel", one(CHANNELS));
        patch.put("agentId", "a-%04d".formatted(random.nextInt(400)));
        patch.put("queue", "%s-%s".formatted(kind.taskType(), dialogue.language()));
        patch.put("audioFormat", "opus/16000/mono");
        patch.set("labels", labels());
        return patch;
    }

    ObjectNode transcription() {
        String transcript = dialogue.transcript(random, random.nextInt(1000, 6001));
        ObjectNode patch = JSON.objectNode();
        patch.put("transcript", transcript);
        patch.set("speakers", dialogue.speakers());
        patch.put("language", dialogue.language());
        // about 15 bytes of speech a second
        patch.put("durationSeconds", Math.round(transcript.getBytes(StandardCharsets.UTF_8).length * 10 / 15.0) / 10.0);
        patch.put("asrModel", kind.speechModel());
        return patch;
    }

    ObjectNode summary() {
        ObjectNode patch = JSON.objectNode();
        patch.put("summary", dialogue.summary(random, 500));
        patch.set("labels", labels());
        patch.put("sentiment", one(SENTIMENTS));
        if (kind == Kind.QC_SCORING) {
            patch.put("score", random.nextInt(40, 101));
        }
        return patch;
    }

    ObjectNode usage() {
        return JSON.objectNode().put("totalTokens", random.nextInt(400, 4000));
    }

    private ArrayNode labels() {
        ArrayNode labels = JSON.arrayNode();
        int first = random.nextInt(LABELS.length);
        labels.add(LABELS[first]);
        labels.add(LABELS[(first + random.nextInt(1, LABELS.length)) % LABELS.length]);
        return labels;
    }

    private String one(String[] of) {
        return of[random.nextInt(of.length)];
    }
}
