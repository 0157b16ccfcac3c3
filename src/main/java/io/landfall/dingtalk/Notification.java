package io.landfall.dingtalk;

import java.util.ArrayList;
import java.util.List;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * What Alertmanager's webhook says of one group of alerts; a later one of the same group takes its place.
 *
 * @param truncated alerts of the group that Alertmanager left out
 */
public record Notification(String group, List<Alert> alerts, long truncated) {
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
        List<Alert> read = new ArrayList<>();
        alerts.forEach(alert -> read.add(Alert.of(alert)));
        return new Notification(
                group, List.copyOf(read), body.path("truncatedAlerts").asLong(0));
    }
}
