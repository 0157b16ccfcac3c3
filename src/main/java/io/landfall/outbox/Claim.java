package io.landfall.outbox;

import java.util.List;
import java.util.UUID;

/**
 * Rows of a topic that one relay may send, in order, because it has the lease of their key slots.
 *
 * @param rows in the order of their ids
 * @param refused rows that were blocked instead: not allowed there, or too large to be read
 */
public record Claim(String topic, UUID token, List<OutboxMessage> rows, int refused) {
    public Claim {
        rows = List.copyOf(rows);
    }

    /** Whether nothing was found. */
    public boolean isEmpty() {
        return rows.isEmpty() && refused == 0;
    }
}
