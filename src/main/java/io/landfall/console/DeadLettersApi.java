package io.landfall.console;

import java.nio.charset.StandardCharsets;
import java.sql.ResultSet;
import java.sql.SQLException;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import io.landfall.console.LedgerReader.Walk;

/** {@code /api/dead-letters}: records that can never be applied as they are, newest first. */
@RestController
class DeadLettersApi {
    private final LedgerReader ledger;
    private final Masking masking;

    DeadLettersApi(LedgerReader ledger, Masking masking) {
        this.ledger = ledger;
        this.masking = masking;
    }

    @GetMapping("/api/dead-letters")
    Page<DeadLetterRow> list(
            @RequestParam(required = false) @Nullable String taskId,
            @RequestParam(required = false) @Nullable String reason,
            @RequestParam(required = false) @Nullable Long after,
            @RequestParam(defaultValue = "50") @Min(1) @Max(Page.MOST) int limit) {
        Walk walk = Walk.down("dead_letter", "id", after);
        walk.start().with("task_id = ?", taskId);
        return ledger.page(
                walk,
                new Filter().with("reason = ?", reason),
                limit,
                (row, i) -> letter(row, false),
                DeadLetterRow::id);
    }

    @GetMapping("/api/dead-letters/{id}")
    DeadLetterRow detail(@PathVariable long id) {
        DeadLetterRow letter = ledger.one("select * from dead_letter where id = ?", (row, i) -> letter(row, true), id);
        if (letter == null) {
            throw new Unknown("dead letter", id);
        }
        return letter;
    }

    private DeadLetterRow letter(ResultSet row, boolean whole) throws SQLException {
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
                whole ? masking.json(payload) : null,
                whole ? masking.json(row.getBytes("headers")) : null);
    }
}
