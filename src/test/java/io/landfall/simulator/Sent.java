package io.landfall.simulator;

import java.time.Instant;

/**
 * A record to be sent.
 *
 * @param key the task's id
 * @param value JSON in UTF-8, unless it was torn on purpose
 * @param dueAt when to send it
 */
public record Sent(String topic, String key, byte[] value, Instant dueAt) {}
