package io.landfall.simulator;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

import com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * One thing that happens in a task, before anything goes wrong with it.
 *
 * @param isEvent an event of the task; else a line of the call log
 * @param isFinal the event that ends the task
 */
record Step(String topic, String taskId, ObjectNode json, Instant at, boolean isEvent, boolean isFinal) {
    Step at(Instant other) {
        return new Step(topic, taskId, json, other, isEvent, isFinal);
    }

    Sent sent() {
        return new Sent(topic, taskId, bytes(), at);
    }

    byte[] bytes() {
        return json.toString().getBytes(StandardCharsets.UTF_8);
    }
}
