package io.landfall.console;

import java.nio.charset.StandardCharsets;

import org.springframework.jdbc.core.JdbcTemplate;

/** Rows of the ledger, put there by hand. */
final class TestRows {
    private final JdbcTemplate ledger;

    TestRows(JdbcTemplate ledger) {
        this.ledger = ledger;
    }

    void clear() {
        ledger.update("truncate task, task_event, failure, dead_letter, books, alarm cascade");
    }

    void task(String id, String state, long version, long landed) {
        ledger.update(
                """
                insert into task (task_id, index_name, state, attempt, version, landed_version, highest_seq, marks,
                                  task_type, model, created_at, state_since, updated_at, due_at)
                values (?, 'tasks', ?, 1, ?, ?, 3, '', 'ASR', 'whisper', now(), now(), now(),
                        case when ? in ('ANALYZED', 'FAILED') then null else now() end)
                """,
                id,
                state,
                version,
                landed,
                state);
    }

    void content(String id, String json) {
        ledger.update("insert into task_content (task_id, content) values (?, ?)", id, bytes(json));
    }

    void event(String taskId, String eventId, long version, String payload) {
        ledger.update(
                """
                insert into task_event (logged_at, task_id, event_id, type, attempt, seq, outcome, version, hash, payload,
                                        topic, partition_no, offset_no, record_at)
                values (clock_timestamp(), ?, ?, 'STAGE_COMPLETED', 1, 2, 'APPLIED', ?, '', ?, 'landfall.task-events', 0,
                        ?, now())
                """,
                taskId,
                eventId,
                version,
                bytes(payload),
                version);
    }

    long failure(String taskId, String status, String reason, String fragment) {
        Long id = ledger.queryForObject(
                """
                insert into failure (task_id, index_name, operation, version, cause, reason, trigger_name, fragment,
                                     truncated, status)
                values (?, 'tasks', 'index', 7, 'mapping', ?, 'task-events', ?, true, ?) returning id
                """,
                Long.class,
                taskId,
                reason,
                fragment,
                status);
        ledger.update(
                """
                insert into failure_attempt (failure_id, number, version, trigger_name, node, http_status, cause, reason,
                                             duration_ms)
                values (?, 1, 7, 'task-events', 'n1', 400, 'mapping', ?, 12)
                """,
                id,
                reason);
        return id;
    }

    long deadLetter(String reason, byte[] payload, long offset) {
        return ledger.queryForObject(
                """
                insert into dead_letter (topic, partition_no, offset_no, record_at, hash, reason, detail, key, payload,
                                         headers)
                values ('landfall.task-events', 0, ?, now(), '', ?, 'why', 'k', ?, '[]') returning id
                """,
                Long.class,
                offset,
                reason,
                payload);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
