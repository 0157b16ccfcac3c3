package io.landfall.ledger;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;

import io.landfall.event.TraceParent;
import io.landfall.outbox.OutboxRows;
import io.landfall.state.Attribute;
import io.landfall.state.Task;

/** Messages that ask for a task to be run again, written as outbox rows in the transaction that decided it. */
final class Dispatch {
    private static final JsonFactory JSON = new JsonFactory();

    private final OutboxRows outbox;
    private final String topic;

    Dispatch(JdbcTemplate jdbc, String topic) {
        this.outbox = new OutboxRows(jdbc);
        this.topic = topic;
    }

    /**
     * A task to be run again.
     *
     * @param trace of the event that asked for it: the run is part of it too; null: none
     */
    record Order(Task task, @Nullable TraceParent trace) {
        byte[] key() {
            return task.id().getBytes(StandardCharsets.UTF_8);
        }

        Map<String, String> headers() {
            return trace == null ? Map.of() : trace.headers();
        }
    }

    void send(List<Order> orders) {
        outbox.add(
                topic,
                orders.stream().map(Order::key).toList(),
                orders.stream().map(order -> message(order.task)).toList(),
                orders.stream().map(Order::headers).toList());
    }

    private static byte[] message(Task task) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (JsonGenerator json = JSON.createGenerator(out)) {
            json.writeStartObject();
            json.writeStringField("taskId", task.id());
            json.writeNumberField("attempt", task.attempt());
            writeIfPresent(json, "taskType", task.attribute(Attribute.TASK_TYPE));
            writeIfPresent(json, "model", task.attribute(Attribute.MODEL));
            json.writeStringField("reason", "attempt " + (task.attempt() - 1) + " is over");
            json.writeEndObject();
        } catch (IOException e) {
            throw new UncheckedIOException("dispatch of task " + task.id() + " can't be written", e);
        }
        return out.toByteArray();
    }

    private static void writeIfPresent(JsonGenerator json, String name, @Nullable String value) throws IOException {
        if (value != null) {
            json.writeStringField(name, value);
        }
    }
}
