package io.landfall.alarm;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

/** What a person wants beside an alarm: a few of the tasks it is about, what was said of one, and the page where to act. */
final class AlarmContext {
    private static final Logger log = LoggerFactory.getLogger(AlarmContext.class);

    private static final String UNLANDED = "select task_id from task where landed_version < version";

    /** By kind: task ids, and a reason where there is one, three at most; {@code ?}: what the alarm is about. */
    private static final Map<String, String> TASKS = Map.of(
            "view-away",
            UNLANDED + " limit 3",
            "index-blocked",
            UNLANDED + " and index_name = ? limit 3",
            "exhausted",
            "select task_id, reason from failure where status = 'EXHAUSTED' and index_name || ':' || cause = ? limit 3",
            "compensation-fails",
            "select task_id, reason from failure where kind = 'document' and status = 'PENDING' order by next_attempt_at limit 3",
            "attempt-cap",
            "select task_id from (select task_id, reason from dead_letter where status <> 'RESOLVED' and status <> 'ABANDONED' order by id desc limit 1000)"
                    + " d where reason = 'attempt-cap' limit 3",
            "repair-not-applied",
            "select task_id from repair where settled_at is null order by id limit 3",
            "task-given-up",
            "select task_id, reason from (select task_id, kind, reason from repair order by id desc limit 1000) r"
                    + " where kind = 'FAILED' limit 3",
            "verifier-unknown",
            "select task_id, reason from (select * from suspicion order by next_at limit 10000) s"
                    + " where kind = 'UNKNOWN' and verifier = ? limit 3",
            "running-too-long",
            "select task_id, reason from (select * from suspicion order by next_at limit 10000) s"
                    + " where kind = 'RUNNING' and verifier = ? limit 3");

    /** By kind, without the one that shows the alarm itself. */
    private static final Map<String, String> PAGES = Map.ofEntries(
            Map.entry("view-away", "health"),
            Map.entry("ledger-away", "health"),
            Map.entry("broker-away", "health"),
            Map.entry("batch-fails", "health"),
            Map.entry("index-blocked", "health"),
            Map.entry("view-ahead", "tasks?unlanded=true"),
            Map.entry("exhausted", "failures?status=EXHAUSTED"),
            Map.entry("compensation-fails", "compensation"),
            Map.entry("compensation-overdue", "compensation"),
            Map.entry("attempt-cap", "dead-letters?reason=attempt-cap"),
            Map.entry("inspection-overdue", "inspection"),
            Map.entry("inspection-paused", "inspection"),
            Map.entry("verifier-unknown", "inspection"),
            Map.entry("running-too-long", "inspection"),
            Map.entry("task-given-up", "tasks?state=FAILED"),
            Map.entry("repair-not-applied", "inspection"),
            Map.entry("outbox-lags", "outbox?status=PENDING"),
            Map.entry("outbox-waits", "outbox?status=PENDING"),
            Map.entry("outbox-blocked", "outbox?status=BLOCKED"),
            Map.entry("audit-differs", "audit"),
            Map.entry("audit-fails", "audit"),
            Map.entry("rebuild-waits", "rebuild"),
            Map.entry("rebuild-stalls", "rebuild"),
            Map.entry("rebuild-fails", "rebuild"));

    private final JdbcTemplate jdbc;
    private final String console;

    /** @param console its base URL, as people reach it */
    AlarmContext(JdbcTemplate jdbc, String console) {
        this.jdbc = jdbc;
        this.console = console.replaceAll("/+$", "");
    }

    /**
     * A task that an alarm is about.
     *
     * @param reason empty: the alarm says it
     */
    record Concerned(String taskId, String reason) {}

    /** None where the kind has none to name, or the ledger does not say. */
    List<Concerned> tasks(PushedAlarm alarm) {
        try {
            return alarm.closedAt() == null ? ask(alarm) : List.of();
        } catch (DataAccessException e) {
            log.debug("alarm {} goes without its tasks: the ledger does not say", alarm.key(), e);
            return List.of();
        }
    }

    List<Concerned> ask(PushedAlarm alarm) {
        String sql = TASKS.get(alarm.kind());
        if (sql == null) {
            return List.of();
        }
        Object[] about = sql.contains("?") ? new Object[] {alarm.subject()} : new Object[0];
        boolean reasons = sql.startsWith("select task_id, reason");
        return jdbc.query(
                sql,
                (row, i) -> new Concerned(row.getString(1), reasons ? OneLine.of(text(row.getString(2))) : ""),
                about);
    }

    private static String text(@Nullable String reason) {
        return reason == null ? "" : reason;
    }

    /** Where the console shows the alarm itself. */
    String link(PushedAlarm alarm) {
        return console + "/#/alarms?open=all&key=" + encoded(alarm.key());
    }

    /** Where one acts. */
    String page(PushedAlarm alarm) {
        String page = PAGES.get(alarm.kind());
        if (page == null) {
            return link(alarm);
        }
        int colon = alarm.subject().lastIndexOf(':');
        String which = alarm.kind().equals("exhausted") && colon > 0
                ? "&index=" + encoded(alarm.subject().substring(0, colon)) + "&cause="
                        + encoded(alarm.subject().substring(colon + 1))
                : "";
        return console + "/#/" + page + which;
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
