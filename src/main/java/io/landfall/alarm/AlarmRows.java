package io.landfall.alarm;

import java.time.Duration;

import org.springframework.jdbc.core.JdbcTemplate;

/**
 * The table {@code alarm}: one open row a key. Each opening, worsening and closing, and a count that rises at most once an
 * hour, is put on the alarms topic by a row of the outbox in the same statement.
 */
final class AlarmRows {
    /** Of what became of an alarm, for whoever listens; times are the ledger's. */
    private static final String TELL =
            """
            insert into outbox (topic, key, payload)
            select ?, convert_to(alarm_key, 'UTF8'), convert_to(json_build_object(
                'key', alarm_key, 'severity', severity, 'summary', summary, 'count', count,
                'firstAt', to_char(first_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
                'lastAt', to_char(last_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
                'closedAt', to_char(closed_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'))::text, 'UTF8')
            from changed
            """;

    /** 'P1' is less than 'P2': the least is the worst. */
    private static final String RAISE =
            """
            with raised as (
                insert into alarm (alarm_key, severity, summary, count, fades) values (?, ?, ?, ?, ?)
                on conflict (alarm_key) where closed_at is null
                do update set count = alarm.count + excluded.count, last_at = now(),
                    severity = least(alarm.severity, excluded.severity), summary = excluded.summary,
                    fades = alarm.fades and excluded.fades,
                    told_at = case when excluded.severity < alarm.severity or alarm.told_at < now() - interval '1 hour'
                        then now() else alarm.told_at end,
                    push_at = case when excluded.severity < alarm.severity then now() else alarm.push_at end
                returning *),
            changed as (select * from raised where told_at = now())
            """
                    + TELL;

    private static final String CLOSE =
            """
            with changed as (
                update alarm set closed_at = now(), push_at = case when pushed_at is not null then now() end
                where alarm_key = ? and closed_at is null returning *)
            """
                    + TELL;

    private static final String CLOSE_QUIET =
            """
            with changed as (
                update alarm set closed_at = now(), push_at = case when pushed_at is not null then now() end
                where closed_at is null and fades and last_at < now() - ? * interval '1 millisecond' returning *)
            """
                    + TELL;

    private final JdbcTemplate jdbc;
    private final String topic;

    AlarmRows(JdbcTemplate jdbc, String topic) {
        this.jdbc = jdbc;
        this.topic = topic;
    }

    void raise(String key, Severity severity, String summary, long count, boolean fades) {
        jdbc.update(RAISE, key, severity.name(), summary, count, fades, topic);
    }

    void close(String key) {
        jdbc.update(CLOSE, key, topic);
    }

    /** Closes those that count occurrences and had none for so long. */
    void closeQuiet(Duration quiet) {
        jdbc.update(CLOSE_QUIET, quiet.toMillis(), topic);
    }
}
