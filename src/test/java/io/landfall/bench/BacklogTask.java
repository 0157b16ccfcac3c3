package io.landfall.bench;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.SplittableRandom;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.landfall.simulator.Dialogue;

/** One task of the backlog: its five events and the document that they add up to. A function of its number. */
final class BacklogTask {
    static final int EVENTS = 5;

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Instant EPOCH = Instant.parse("2026-01-05T08:00:00Z");
    private static final String[] TYPES = {"SUBMITTED", "STARTED", "STAGE_COMPLETED", "STAGE_COMPLETED", "COMPLETED"};

    private final int number;
    private final ObjectNode submission = JSON.objectNode();
    private final ObjectNode transcription = JSON.objectNode();
    private final ObjectNode summary = JSON.objectNode();

    BacklogTask(int number) {
        this(number, false);
    }

    /** @param refused a field is of a type that the mapping doesn't take */
    BacklogTask(int number, boolean refused) {
        this.number = number;
        SplittableRandom random = new SplittableRandom(number);
        Dialogue dialogue = random.nextInt(10) < 6 ? Dialogue.CHINESE : Dialogue.ENGLISH;
        submission.put("title", dialogue.title(random));
        submission.put("audioUrl", "https://recordings.example/call-summary/" + id(number) + ".opus");
        submission.put("customerId", "c-%06d".formatted(random.nextInt(1_000_000)));
        submission.put("channel", "hotline");
        submission.putArray("labels").add("refund").add("delivery");
        submission.put("note", dialogue.summary(random, 60));
        transcription.put("transcript", dialogue.transcript(random, 900));
        transcription.put("language", dialogue.language());
        transcription.put("durationSeconds", random.nextInt(600, 6000) / 10.0);
        summary.put("summary", dialogue.summary(random, 520));
        summary.put("sentiment", "neutral");
        summary.put("totalTokens", random.nextInt(400, 4000));
        if (refused) {
            summary.put("totalTokens", "too many to count");
        }
    }

    static String id(int number) {
        return "bench-%07d".formatted(number);
    }

    /** Event 0 to 4, as it lies in the topic. */
    byte[] event(int index) {
        ObjectNode event = JSON.objectNode();
        event.put("eventId", id(number) + "-" + (index + 1));
        event.put("taskId", id(number));
        event.put("type", TYPES[index]);
        event.put("attempt", 1);
        event.put("seq", index + 1);
        event.put("occurredAt", EPOCH.plusSeconds(index).toString());
        switch (index) {
            case 0 -> {
                event.put("taskType", "call-summary");
                event.put("model", "qwen-plus");
                event.set("patch", submission);
            }
            case 2 -> event.put("stage", "ASR").set("patch", transcription);
            case 3 -> event.put("stage", "LLM").set("patch", summary);
            default -> {}
        }
        return event.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** The fields of the patches, all of them. */
    ObjectNode fields() {
        ObjectNode fields = submission.deepCopy();
        fields.setAll(transcription);
        fields.setAll(summary);
        return fields;
    }

    /** The whole document, as the limit writes it. */
    ObjectNode document() {
        ObjectNode document = fields();
        document.putObject("landfall")
                .put("state", "ANALYZED")
                .put("attempt", 1)
                .put("version", 5)
                .put("taskType", "call-summary")
                .put("model", "qwen-plus");
        return document;
    }
}
