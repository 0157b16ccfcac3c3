package io.landfall.browser;

import java.nio.charset.StandardCharsets;

import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.fault.Site;

/** Rows of the ledger, put there by hand. */
final class Rows {
    private final JdbcTemplate ledger;
    private final String index;

    Rows(Site site) {
        ledger = site.ledger();
        index = site.index();
    }

    /** Open, of a task that is not there, with one attempt. */
    long failure(String taskId, String status, String cause, String reason) {
        long id = id(
                """
                insert into failure (task_id, index_name, operation, version, cause, reason, trigger_name, fragment, truncated,
                                     status)
                values (?, ?, 'index', 7, ?, ?, 'task-events', '{"text":"hello"}', false, ?) returning id
                """,
                taskId,
                index,
                cause,
                reason,
                status);
        ledger.update(
                """
                insert into failure_attempt (failure_id, number, version, trigger_name, node, http_status, cause, reason,
                                             duration_ms)
                values (?, 1, 7, 'task-events', 'n1', 400, ?, ?, 12)
                """,
                id,
                cause,
                reason);
        return id;
    }

    long deadLetter(String topic, String reason, String detail, String key, byte[] payload) {
        return id(
                """
                insert into dead_letter (topic, partition_no, offset_no, record_at, hash, reason, detail, task_id, key, payload,
                                         headers)
                values (?, 0, (select coalesce(max(offset_no), 0) + 1000000 from dead_letter), now(), sha256(?), ?, ?, ?, ?, ?, '[]')
                returning id
                """,
                topic,
                payload,
                reason,
                detail,
                key,
                key.getBytes(StandardCharsets.UTF_8),
                payload);
    }

    long blocked(String topic, String key, String reason) {
        return id(
                "insert into outbox (topic, key, payload, status, reason) values (?, ?, '{}', 'BLOCKED', ?) returning id",
                topic,
                key.getBytes(StandardCharsets.UTF_8),
                reason);
    }

    /** As old as a task can be without its being inspected. */
    void task(String id, String type, String model) {
        ledger.update(
                """
                insert into task (task_id, index_name, state, attempt, version, landed_version, highest_seq, marks, task_type,
                                  model, created_at, state_since, updated_at)
                values (?, ?, 'FAILED', 1, 7, 7, 3, '', ?, ?, now(), now() - interval '7 hours', now())
                """,
                id,
                index,
                type,
                model);
    }

    /** Has been in its state for so many minutes; its inspection is not due. */
    void stuck(String id, String type, String model, int minutes) {
        ledger.update(
                """
                insert into task (task_id, index_name, state, attempt, version, landed_version, highest_seq, marks, task_type,
                                  model, created_at, state_since, updated_at, due_at)
                values (?, ?, 'TO_RETRY', 1, 7, 7, 3, '', ?, ?, now(), now() - ? * interval '1 minute', now(),
                        now() + interval '1 hour')
                """,
                id,
                index,
                type,
                model,
                minutes);
    }

    void alarm(String key, String summary) {
        ledger.update(
                "insert into alarm (alarm_key, severity, summary, count, first_at, last_at) values (?, 'P3', ?, 1, now(), now())",
                key,
                summary);
    }

    <T> T value(String sql, Class<T> type, Object... parameters) {
        return ledger.queryForObject(sql, type, parameters);
    }

    void update(String sql, Object... parameters) {
        ledger.update(sql, parameters);
    }

    private long id(String sql, Object... parameters) {
        Long id = ledger.queryForObject(sql, Long.class, parameters);
        return id == null ? 0 : id;
    }
}
