package io.landfall.console;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.landfall.console.LedgerReader.Walk;
import io.landfall.ledger.DeadLetterStatus;

/** Dead letters and what became of their replays, from the ledger, newest first. */
@Component
class DeadLetterReader {
    /** Attempts shown with a letter, the newest. */
    private static final int SHOWN = 100;

    private static final String ATTEMPTS =
            """
            select * from (select * from dead_letter_attempt where dead_letter_id = ? order by number desc limit ?) newest
            order by number
            """;

    private final LedgerReader ledger;
    private final Masking masking;
    private final ObjectMapper json;

    DeadLetterReader(LedgerReader ledger, Masking masking, ObjectMapper json) {
        this.ledger = ledger;
        this.masking = masking;
        this.json = json;
    }

    Page<DeadLetterRow> list(Wanted wanted, @Nullable Long after, int limit) {
        return ledger.page(walk(wanted, after), filter(wanted), limit, (row, i) -> letter(row), DeadLetterRow::id);
    }

    /** Those that wait are few among all that ever were: an index of their own finds them. */
    static Walk walk(Wanted wanted, @Nullable Long after) {
        Walk walk = Walk.down("dead_letter", "id", after);
        walk.start()
                .with("task_id = ?", wanted.taskId)
                .with("key = ?", wanted.key == null ? null : wanted.key.getBytes(StandardCharsets.UTF_8))
                .when(wanted.status != null && wanted.status != DeadLetterStatus.RESOLVED, "status <> 'RESOLVED'");
        return walk;
    }

    static Filter filter(Wanted wanted) {
        return new Filter()
                .with("reason = ?", wanted.reason)
                .with("status = ?", wanted.status == null ? null : wanted.status.name())
                .with("topic = ?", wanted.topic);
    }

    @Nullable
    DeadLetterDetail detail(long id) {
        List<DeadLetterAttempt> attempts = ledger.list(ATTEMPTS, (row, i) -> attempt(row), id, SHOWN);
        return ledger.one(
                "select * from dead_letter where id = ?",
                (row, i) -> new DeadLetterDetail(
                        letter(row), masking.json(row.getBytes("payload")), names(row.getBytes("headers")), attempts),
                id);
    }

    @Nullable
    RawDeadLetter raw(long id) {
        return ledger.one(
                "select id, key, payload, headers from dead_letter where id = ?",
                (row, i) -> new RawDeadLetter(
                        row.getLong("id"),
                        row.getBytes("key"),
                        row.getBytes("payload"),
                        masking.json(row.getBytes("headers"))),
                id);
    }

    private List<String> names(byte[] headers) {
        List<String> names = new ArrayList<>();
        try {
            for (JsonNode header : json.readTree(headers)) {
                names.add(header.path(0).asText());
            }
        } catch (IOException e) {
            names.add("(unreadable)");
        }
        return names;
    }

    private static DeadLetterRow letter(ResultSet row) throws SQLException {
        byte[] key = row.getBytes("key");
        byte[] payload = row.getBytes("payload");
        return new DeadLetterRow(
                row.getLong("id"),
                row.getString("topic"),
                row.getInt("partition_no"),
                row.getLong("offset_no"),
                LedgerReader.instant(row, "record_at"),
                row.getString("reason"),
                row.getString("detail"),
                row.getString("task_id"),
                key == null ? null : new String(key, StandardCharsets.UTF_8),
                payload == null ? null : payload.length,
                LedgerReader.instant(row, "created_at"),
                DeadLetterStatus.valueOf(row.getString("status")),
                LedgerReader.instantOrNull(row, "replayed_at"),
                LedgerReader.instantOrNull(row, "resolved_at"),
                row.getString("closed_by"),
                row.getString("closed_reason"));
    }

    private static DeadLetterAttempt attempt(ResultSet row) throws SQLException {
        Long partition = LedgerReader.longOrNull(row, "partition_no");
        return new DeadLetterAttempt(
                row.getInt("number"),
                LedgerReader.instant(row, "at"),
                row.getString("outcome"),
                row.getString("reason"),
                row.getString("detail"),
                row.getString("topic"),
                partition == null ? null : Math.toIntExact(partition),
                LedgerReader.longOrNull(row, "offset_no"));
    }

    /** What a list is filtered by; null: by anything. */
    record Wanted(
            @Nullable String taskId,
            @Nullable String reason,
            @Nullable DeadLetterStatus status,
            @Nullable String topic,
            @Nullable String key) {}
}
