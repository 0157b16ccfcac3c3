package io.landfall.outbox;

import java.util.List;

import org.springframework.jdbc.core.JdbcTemplate;

/** Puts messages into the outbox, inside the caller's transaction: they are sent if it commits, and never else. */
public final class OutboxRows {
    private static final String INSERT =
            """
            insert into outbox (topic, key, payload)
            select ?, n.key, n.payload from unnest(?::bytea[], ?::bytea[]) n(key, payload)
            """;

    private final JdbcTemplate jdbc;

    public OutboxRows(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Adds messages to one topic; those of one key are sent in this order.
     *
     * @param payloads one for each key
     */
    public void add(String topic, List<byte[]> keys, List<byte[]> payloads) {
        jdbc.update(INSERT, topic, keys.toArray(byte[][]::new), payloads.toArray(byte[][]::new));
    }
}
