package io.landfall.console;

import java.nio.charset.StandardCharsets;
import java.security.Principal;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.console.LedgerReader.Walk;
import io.landfall.ledger.Done;
import io.landfall.ledger.OutboxActions;

/** {@code /api/outbox}: messages on their way to Kafka, newest first, and the release of blocked ones. */
@RestController
class OutboxApi {
    private final LedgerReader ledger;
    private final OutboxActions actions;

    OutboxApi(LedgerReader ledger, OutboxActions actions) {
        this.ledger = ledger;
        this.actions = actions;
    }

    /** What became of a message. */
    enum MessageStatus {
        PENDING("status = 'PENDING'"),
        SENT("status = 'SENT'"),
        BLOCKED("status = 'BLOCKED'");

        /** Not a parameter: the index of that status must be found whatever its value. */
        private final String condition;

        MessageStatus(String condition) {
            this.condition = condition;
        }
    }

    @GetMapping("/api/outbox")
    Page<Message> list(
            @RequestParam(required = false) @Nullable MessageStatus status,
            @RequestParam(required = false) @Nullable String topic,
            @RequestParam(required = false) @Nullable Long after,
            @RequestParam(defaultValue = "50") @Min(1) @Max(Page.MOST) int limit) {
        Walk walk = Walk.down("outbox", "id", after);
        if (status != null) {
            walk.start().when(true, status.condition);
        }
        return ledger.page(walk, new Filter().with("topic = ?", topic), limit, (row, i) -> message(row), Message::id);
    }

    /** It goes again, in its place. */
    @PostMapping("/api/outbox/{id}/release")
    Done release(@PathVariable long id, @RequestBody(required = false) @Nullable JsonNode body, Principal who) {
        Done done = actions.release(id, body, who.getName());
        if (done == null) {
            throw new Unknown("message", id);
        }
        return done;
    }

    /** All blocked ones that the body's filter means. */
    @PostMapping("/api/outbox/release")
    Done releaseMany(@RequestBody(required = false) @Nullable JsonNode body, Principal who) {
        return actions.release(body, who.getName());
    }

    static Message message(ResultSet row) throws SQLException {
        byte[] key = row.getBytes("key");
        byte[] payload = row.getBytes("payload");
        return new Message(
                row.getLong("id"),
                row.getString("topic"),
                key == null ? null : new String(key, StandardCharsets.UTF_8),
                payload == null ? null : payload.length,
                MessageStatus.valueOf(row.getString("status")),
                row.getString("reason"),
                row.getString("written_by"),
                LedgerReader.longOrNull(row, "dead_letter_id"),
                LedgerReader.longOrNull(row, "replay_of"),
                LedgerReader.instant(row, "created_at"),
                LedgerReader.instantOrNull(row, "sent_at"));
    }

    /**
     * A row.
     *
     * @param bytes of the payload; null: it has none of its own
     * @param reason why it is blocked
     * @param writtenBy the database user; null: Landfall, before it kept that
     * @param deadLetter that it brings to its topic
     * @param replayOf the dead letter that it sends again
     */
    record Message(
            long id,
            String topic,
            @Nullable String key,
            @Nullable Integer bytes,
            MessageStatus status,
            @Nullable String reason,
            @Nullable String writtenBy,
            @Nullable Long deadLetter,
            @Nullable Long replayOf,
            Instant createdAt,
            @Nullable Instant sentAt) {}
}
