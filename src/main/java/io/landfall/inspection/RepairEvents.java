package io.landfall.inspection;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.event.Delivery;
import io.landfall.event.EventReader;
import io.landfall.event.PatchKeys;
import io.landfall.event.Sha256;
import io.landfall.event.SourceRecord;
import io.landfall.state.EventType;
import io.landfall.state.Json;

/** Repairs as events of the events topic: of the shape that anybody's have. */
final class RepairEvents {
    /** How the id of a replacement ends. */
    static final String REPLACEMENT = ":2";

    /** Bytes of an event; topics take 1 MiB with all that is around it, unless they were made to take more. */
    private static final int LARGEST = 900_000;

    private static final JsonFactory JSON = new JsonFactory();

    private final Supplier<EventReader> reader;
    private final String topic;

    /** @param reader that will read them */
    RepairEvents(Supplier<EventReader> reader, String topic) {
        this.reader = reader;
        this.topic = topic;
    }

    /** Where they go. */
    String topic() {
        return topic;
    }

    /** The same for the same task and attempt, whoever looks. */
    static String eventId(String taskId, int attempt) {
        return "repair:" + Sha256.hex((taskId + "\n" + attempt).getBytes(StandardCharsets.UTF_8));
    }

    /**
     * The event's bytes. A result that the reader or the topic would refuse is left out, and so is that of a replacement, for
     * something kept the first one from being applied: the end of a task must be seen all the same.
     *
     * @param now the ledger's time
     */
    byte[] event(Suspect suspect, Sentence.Repair repair, String eventId, Instant now) {
        byte[] whole = bytes(suspect, repair, eventId, !eventId.endsWith(REPLACEMENT));
        SourceRecord record = new SourceRecord(topic, 0, 0, now, null, whole, List.of());
        return whole.length <= LARGEST && reader.get().read(record, now) instanceof Delivery.WellFormed
                ? whole
                : bytes(suspect, repair, eventId, false);
    }

    private static byte[] bytes(Suspect suspect, Sentence.Repair repair, String eventId, boolean withResult) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.writeStartObject();
            json.writeStringField("eventId", eventId);
            json.writeStringField("taskId", suspect.taskId());
            json.writeStringField("type", repair.type().name());
            json.writeNumberField("attempt", suspect.attempt());
            if (repair.type() == EventType.FAILED) {
                writeError(json, repair);
            }
            if (repair.verdict() instanceof Verdict.Done done) {
                if (done.completedAt() != null) {
                    json.writeStringField("occurredAt", done.completedAt().toString());
                }
                if (withResult) {
                    writePatch(json, done.result());
                }
            }
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("the repair of task " + suspect.taskId() + " can't be written", e);
        }
        return out.toByteArray();
    }

    private static void writeError(JsonGenerator json, Sentence.Repair repair) throws IOException {
        json.writeObjectFieldStart("error");
        if (repair.verdict() instanceof Verdict.Failed failed) {
            json.writeStringField("code", failed.code());
            json.writeStringField("message", failed.message());
        } else {
            json.writeStringField("code", "absent");
            json.writeStringField("message", repair.reason());
        }
        json.writeEndObject();
    }

    /** An object's fields are the document's; anything else is its field {@code result}. */
    private static void writePatch(JsonGenerator json, @Nullable Json result) throws IOException {
        JsonNode value = result == null ? null : VerdictForm.JSON.readTree(result.bytes());
        if (value == null || value.isNull()) {
            return;
        }
        json.writeObjectFieldStart("patch");
        if (value.isObject()) {
            for (var field : value.properties()) {
                if (!PatchKeys.isForbidden(field.getKey())) {
                    writeField(json, field.getKey(), field.getValue());
                }
            }
        } else {
            writeField(json, "result", value);
        }
        json.writeEndObject();
    }

    private static void writeField(JsonGenerator json, String name, JsonNode value) throws IOException {
        json.writeFieldName(name);
        json.writeRawValue(new String(VerdictForm.bytes(value), StandardCharsets.UTF_8));
    }
}
