package io.landfall.bench;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.SplittableRandom;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

import io.landfall.simulator.Dialogue;

/** One task of the backlog: its events and the document that they add up to. A function of its number and shape. */
final class BacklogTask {
    /** Of the usual shape. */
    static final int EVENTS = Shape.FIVE_EVENTS.events();

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final Instant EPOCH = Instant.parse("2026-01-05T08:00:00Z");

    private final int number;
    private final Shape shape;
    private final ObjectNode submission = JSON.objectNode();
    private final ObjectNode transcription = JSON.objectNode();
    private final ObjectNode summary = JSON.objectNode();

    BacklogTask(int number) {
        this(number, Shape.FIVE_EVENTS, false);
    }

    /** @param refused a field is of a type that the mapping doesn't take */
    BacklogTask(int number, Shape shape, boolean refused) {
        this.number = number;
        this.shape = shape;
        SplittableRandom random = new SplittableRandom(number);
        Dialogue dialogue = random.nextInt(10) < 6 ? Dialogue.CHINESE : Dialogue.ENGLISH;
        submission.put("title", dialogue.title(random));
        submission.put("audioUrl", "https://recordings.example/call-summary/" + id(number) + ".opus");
        submission.put("customerId", "c-%06d".formatted(random.nextInt(1_000_000)));
        submission.put("channel", "hotline");
        submission.putArray("labels").add("refund").add("delivery");
        submission.put("note", dialogue.summary(random, 60));
        transcription.put("transcript", dialogue.transcript(random, shape.transcriptLength()));
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

    /** An event by its place among those of the task, as it lies in the topic. */
    byte[] event(int index) {
        ObjectNode event = JSON.objectNode();
        event.put("eventId", id(number) + "-" + (index + 1));
        event.put("taskId", id(number));
        event.put("type", type(index));
        event.put("attempt", 1);
        event.put("seq", index + 1);
        event.put("occurredAt", EPOCH.plusSeconds(index).toString());
        if (index == 0) {
            event.put("taskType", "call-summary");
            event.put("model", "qwen-plus");
        }
        if (shape.events() == 1) {
            event.set("patch", fields());
        } else if (index == 0) {
            event.set("patch", submission);
        } else if (index == 2) {
            event.put("stage", "ASR").set("patch", transcription);
        } else if (type(index).equals("STAGE_COMPLETED")) {
            event.put("stage", "LLM").set("patch", summary(index));
        }
        return event.toString().getBytes(StandardCharsets.UTF_8);
    }

    /** Each changes something. */
    private ObjectNode summary(int index) {
        return shape == Shape.HOT_KEYS ? summary.deepCopy().put("progress", index) : summary;
    }

    private String type(int index) {
        if (index == shape.events() - 1) {
            return "COMPLETED";
        }
        return switch (index) {
            case 0 -> "SUBMITTED";
            case 1 -> "STARTED";
            default -> "STAGE_COMPLETED";
        };
    }

    /** The fields of the patches, all of them. */
    ObjectNode fields() {
        ObjectNode fields = submission.deepCopy();
        fields.setAll(transcription);
        fields.setAll(summary(shape.events() - 2));
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
