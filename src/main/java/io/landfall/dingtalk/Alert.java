package io.landfall.dingtalk;

import java.util.Map;
import java.util.TreeMap;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * One alert of a notification.
 *
 * @param firing false: it is resolved
 * @param labels which alert it is
 * @param link where it is looked at; empty: nowhere
 */
record Alert(boolean firing, Map<String, String> labels, Map<String, String> annotations, String link) {
    /** Labels, or annotations, of one; and bytes of one of them: more is in no message anyway, and would fill the heap. */
    private static final int MOST = 30;

    private static final int LONGEST = 700;

    static Alert of(JsonNode alert) {
        return new Alert(
                !"resolved".equals(alert.path("status").asText()),
                texts(alert.path("labels")),
                texts(alert.path("annotations")),
                Markdown.cut(alert.path("generatorURL").asText(""), LONGEST));
    }

    private static Map<String, String> texts(JsonNode object) {
        Map<String, String> texts = new TreeMap<>();
        object.properties().stream()
                .limit(MOST)
                .forEach(field -> texts.put(
                        Markdown.cut(field.getKey(), LONGEST),
                        Markdown.cut(field.getValue().asText(), LONGEST)));
        return texts;
    }

    /** P1 to P3; without one, behind all of them. */
    String severity() {
        return labels.getOrDefault("severity", "P?");
    }

    /** The alarm's key, or the rule's name. */
    String name() {
        return labels.getOrDefault("key", labels.getOrDefault("alertname", "alert"));
    }

    String annotation(String name) {
        return annotations.getOrDefault(name, "");
    }
}
