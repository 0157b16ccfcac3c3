package io.landfall.alarm;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import io.landfall.alarm.AlarmContext.Concerned;

/** An alarm as Alertmanager's API takes it. */
final class AlertForm {
    /** So long an open one holds, by the ledger's clock, when nobody repeats it: a Landfall that died must not leave it open for ever. */
    static final Duration HOLDS = Duration.ofMinutes(5);

    private final AlarmContext context;
    private final String job;
    private final Map<String, String> more;

    /**
     * Alerts of this installation.
     *
     * @param job which job they are of, as Prometheus calls the same process
     * @param more labels
     */
    AlertForm(AlarmContext context, String job, Map<String, String> more) {
        this.context = context;
        this.job = job;
        this.more = Map.copyOf(more);
    }

    /** As JSON objects. */
    List<Map<String, Object>> of(List<PushedAlarm> alarms) {
        return alarms.stream().map(this::of).toList();
    }

    private Map<String, Object> of(PushedAlarm alarm) {
        Instant closed = alarm.closedAt();
        Map<String, Object> alert = new LinkedHashMap<>();
        alert.put("labels", labels(alarm));
        alert.put("annotations", annotations(alarm));
        alert.put("startsAt", alarm.firstAt().toString());
        alert.put("endsAt", (closed == null ? alarm.claim().plus(HOLDS) : closed).toString());
        alert.put("generatorURL", context.link(alarm));
        return alert;
    }

    private Map<String, String> labels(PushedAlarm alarm) {
        Map<String, String> labels = new LinkedHashMap<>(more);
        labels.put("alertname", alarm.kind());
        labels.put("alarm", alarm.kind());
        labels.put("key", alarm.key());
        labels.put("severity", alarm.severity().name());
        labels.put("source", "landfall");
        labels.put("job", job);
        return labels;
    }

    private Map<String, String> annotations(PushedAlarm alarm) {
        Map<String, String> annotations = new LinkedHashMap<>();
        annotations.put("summary", alarm.summary());
        annotations.put("action", "See ops/runbook.md#" + alarm.kind());
        annotations.put("page", context.page(alarm));
        annotations.put("count", Long.toString(alarm.count()));
        List<Concerned> tasks = context.tasks(alarm);
        if (!tasks.isEmpty()) {
            annotations.put("tasks", tasks.stream().map(Concerned::taskId).collect(Collectors.joining(", ")));
            tasks.stream()
                    .map(Concerned::reason)
                    .filter(reason -> !reason.isEmpty())
                    .findFirst()
                    .ifPresent(reason -> annotations.put("error", reason));
        }
        return annotations;
    }
}
