package io.landfall.dingtalk;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What Alertmanager's webhook says of one group of alerts; a later one of the same group takes its place.
 *
 * @param truncated alerts of the group that were left out
 */
public record Notification(String group, List<Alert> alerts, long truncated) {
    /** More are in no message of 20,000 bytes. */
    private static final int MOST = 100;

    private static final int LONGEST_KEY = 4_000;

    /**
     * Reads version 4 of the webhook's body.
     *
     * @throws IllegalArgumentException it is none; says why
     */
    public static Notification of(JsonNode body) {
        JsonNode alerts = body.path("alerts");
        if (!"4".equals(body.path("version").asText()) || !alerts.isArray()) {
            throw new IllegalArgumentException("This takes what Alertmanager's webhook sends, version 4, with alerts.");
        }
        String group = body.path("groupKey").asText("");
        if (group.isEmpty()) {
            throw new IllegalArgumentException("groupKey is missing.");
        }
        if (group.length() > LONGEST_KEY) {
            throw new IllegalArgumentException("groupKey is longer than " + LONGEST_KEY + " characters.");
        }
        List<Alert> read = new ArrayList<>();
        for (JsonNode alert : alerts) {
            if (read.size() < MOST) {
                read.add(Alert.of(alert));
            }
        }
        long more = alerts.size()
                - read.size()
                + Math.max(0, body.path("truncatedAlerts").asLong(0));
        return new Notification(group, List.copyOf(read), more);
    }
}
