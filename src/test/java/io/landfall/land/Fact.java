package io.landfall.land;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicInteger;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;

/** An event as a producer writes it: JSON text in the making. */
final class Fact {
    private static final AtomicInteger IDS = new AtomicInteger();

    private final String taskId;
    private final ObjectNode json = JsonNodeFactory.instance.objectNode();

    private Fact(String taskId, String type) {
        this.taskId = taskId;
        json.put("eventId", "e-" + IDS.incrementAndGet());
        json.put("taskId", taskId);
        json.put("type", type);
    }

    /** With an event id of its own. */
    static Fact of(String taskId, String type) {
        return new Fact(taskId, type);
    }

    static Fact stage(String taskId, String stage) {
        return of(taskId, "STAGE_COMPLETED").text("stage", stage);
    }

    Fact id(String eventId) {
        return text("eventId", eventId);
    }

    Fact attempt(int attempt) {
        json.put("attempt", attempt);
        return this;
    }

    Fact seq(long seq) {
        json.put("seq", seq);
        return this;
    }

    /** JSON text, taken as it is. */
    Fact patch(String object) {
        json.putRawValue("patch", new RawValue(object));
        return this;
    }

    Fact text(String field, String value) {
        json.put(field, value);
        return this;
    }

    String taskId() {
        return taskId;
    }

    byte[] bytes() {
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }
}
