package io.landfall.outbox;

import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;

/** Puts messages into the outbox, inside the caller's transaction: they are sent if it commits, and never else. */
public final class OutboxRows {
    private static final String INSERT =
            """
            insert into outbox (topic, key, payload, headers)
            select ?, n.key, n.payload, n.headers from unnest(?::bytea[], ?::bytea[], ?::bytea[]) n(key, payload, headers)
            """;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final JdbcTemplate jdbc;

    public OutboxRows(JdbcTemplate jdbc) {
        this.jdbc = jdbc;
    }

    /**
     * Adds messages to one topic; those of one key are sent in this order.
     *
     * @param payloads one for each key
     * @param headers those of each message, none or more
     */
    public void add(String topic, List<byte[]> keys, List<byte[]> payloads, List<Map<String, String>> headers) {
        jdbc.update(
                INSERT,
                topic,
                keys.toArray(byte[][]::new),
                payloads.toArray(byte[][]::new),
                headers.stream().map(OutboxRows::stored).toArray(byte[][]::new));
    }

    private static byte @Nullable [] stored(Map<String, String> headers) {
        if (headers.isEmpty()) {
            return null;
        }
        try {
            // bytes become Base64
            return JSON.writeValueAsBytes(headers.entrySet().stream()
                    .map(header -> List.of(header.getKey(), header.getValue().getBytes(StandardCharsets.UTF_8)))
                    .toList());
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("headers of a message can't be written", e);
        }
    }
}
