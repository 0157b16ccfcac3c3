package io.landfall.dingtalk;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.landfall.alarm.OneLine;

/**
 * Notifications as one message of type markdown: what is worst first, cut where DingTalk would refuse it, and saying how many are
 * left out.
 */
final class Markdown {
    /** Bytes of a whole request's body that DingTalk takes. */
    static final int MOST = 20_000;

    /** For what surrounds the alerts: the title, who is called, how many more. */
    private static final int AROUND = 1_500;

    /** Bytes of one text of an alert: the worst one must not push out all others. */
    private static final int LONGEST_TEXT = 600;

    private static final Comparator<Alert> WORST_FIRST =
            Comparator.comparing(Alert::firing).reversed().thenComparing(Alert::severity);

    private final ObjectMapper json;
    private final List<String> atMobiles;

    Markdown(ObjectMapper json, List<String> atMobiles) {
        this.json = json;
        this.atMobiles = List.copyOf(atMobiles);
    }

    /** The body of the request, in UTF-8. */
    byte[] of(List<Notification> notifications, int replaced) {
        // of one alert in several groups, what was said last
        Map<Map<String, String>, Alert> alerts = new LinkedHashMap<>();
        notifications.forEach(one -> one.alerts().forEach(alert -> alerts.put(alert.labels(), alert)));
        List<Alert> sorted = alerts.values().stream().sorted(WORST_FIRST).toList();
        long more = notifications.stream().mapToLong(Notification::truncated).sum();
        List<String> sections = new ArrayList<>();
        int room = MOST - AROUND;
        for (Alert alert : sorted) {
            String section = section(alert);
            room -= bytes(section).length;
            if (room < 0) {
                break;
            }
            sections.add(section);
        }
        more += sorted.size() - sections.size();
        StringBuilder text = new StringBuilder("#### " + title(sorted)).append("\n\n");
        sections.forEach(text::append);
        if (more > 0) {
            text.append("... and ").append(more).append(" more: see Alertmanager\n\n");
        }
        if (replaced > 0) {
            text.append(replaced).append(" earlier notifications are told by this one\n\n");
        }
        boolean calls = sorted.stream()
                .anyMatch(alert -> alert.firing() && alert.severity().equals("P1"));
        List<String> called = calls ? atMobiles : List.of();
        called.forEach(number -> text.append("@").append(number).append(" "));
        return bytes(Map.of(
                "msgtype",
                "markdown",
                "markdown",
                Map.of("title", title(sorted), "text", text.toString()),
                "at",
                Map.of("atMobiles", called, "isAtAll", false)));
    }

    /** Holds the product's name: a robot may be set to take only what has a keyword. */
    private static String title(List<Alert> sorted) {
        long firing = sorted.stream().filter(Alert::firing).count();
        String counts = "Landfall: " + firing + " firing, " + (sorted.size() - firing) + " resolved";
        return sorted.isEmpty()
                ? counts
                : counts + "; " + cut(plain(sorted.get(0).name()), 100);
    }

    private static String section(Alert alert) {
        String head = "**" + plain(alert.severity()) + (alert.firing() ? " firing " : " resolved ")
                + cut(plain(alert.name()), LONGEST_TEXT) + "**";
        List<String> lines = new ArrayList<>(List.of(head, text(alert, "summary")));
        if (alert.firing()) {
            lines.add(prefixed("Tasks: ", text(alert, "tasks")));
            lines.add(prefixed("Error: ", text(alert, "error")));
            lines.add(text(alert, "action"));
        }
        lines.add(link(alert.link()));
        return lines.stream().filter(line -> !line.isEmpty()).collect(Collectors.joining("\n\n")) + "\n\n";
    }

    private static String text(Alert alert, String annotation) {
        return cut(plain(alert.annotation(annotation)), LONGEST_TEXT);
    }

    private static String prefixed(String prefix, String text) {
        return text.isEmpty() ? "" : prefix + text;
    }

    private static String link(String url) {
        return url.matches("https?://[^\\s()<>]{1,500}") ? "[open](" + url + ")" : "";
    }

    /** One line that is no link, no picture and no HTML, whoever wrote it. */
    private static String plain(String text) {
        return OneLine.of(text)
                .replace('[', '(')
                .replace(']', ')')
                .replace('<', '\u2039')
                .replace('>', '\u203a')
                .replace("@", "@ ");
    }

    /** Cut behind the last character that fits into so many bytes. */
    static String cut(String text, int most) {
        if (text.getBytes(StandardCharsets.UTF_8).length <= most) {
            return text;
        }
        int bytes = 3;
        StringBuilder cut = new StringBuilder();
        for (int codePoint : text.codePoints().toArray()) {
            bytes += Character.toString(codePoint).getBytes(StandardCharsets.UTF_8).length;
            if (bytes > most) {
                break;
            }
            cut.appendCodePoint(codePoint);
        }
        return cut.append("...").toString();
    }

    private byte[] bytes(Object value) {
        try {
            return json.writeValueAsBytes(value);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("strings and maps are always JSON", e);
        }
    }
}
