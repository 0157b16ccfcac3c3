package io.landfall.corridor;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;

import org.apache.camel.Message;
import org.apache.camel.component.kafka.KafkaConstants;
import org.jspecify.annotations.Nullable;

import io.landfall.outbox.OutboxMessage;

/**
 * How a dead letter looks on its topic: the original bytes and headers, and {@code landfall-*} headers that say why and
 * where from. Headers that Camel would obey are left out here; the table has them all.
 */
final class DeadLetterShape {
    /** Of key, payload and headers: below the usual limit of a topic, 1 MiB, with room for our own headers. */
    private static final int LARGEST = 1_000_000;

    private static final int FRAGMENT = 10_000;

    private final StoredHeaders stored = new StoredHeaders();

    void shape(Message message, OutboxMessage row, OutboxMessage.Origin origin) {
        Map<String, byte[]> originals = stored.read(row.headers());
        int headerBytes = originals.entrySet().stream()
                .mapToInt(header -> bytes(header.getKey()) + header.getValue().length)
                .sum();
        if (length(row.key()) + length(row.payload()) + headerBytes > LARGEST) {
            cut(message, row);
            if (headerBytes > LARGEST / 2) {
                originals.clear();
            }
        }
        originals.forEach(message::setHeader);
        message.setHeader("landfall-dead-letter-id", Long.toString(origin.deadLetterId()));
        message.setHeader("landfall-reason", origin.reason());
        message.setHeader("landfall-topic", origin.topic());
        message.setHeader("landfall-partition", Integer.toString(origin.partition()));
        message.setHeader("landfall-offset", Long.toString(origin.offset()));
        message.setHeader("landfall-at", origin.at());
    }

    /** A letter that its topic would not take would hold up all others. */
    private static void cut(Message message, OutboxMessage row) {
        message.setHeader("landfall-truncated", "true");
        byte[] payload = row.payload();
        if (payload != null && payload.length > FRAGMENT) {
            message.setBody(Arrays.copyOf(payload, FRAGMENT));
        }
        if (length(row.key()) > FRAGMENT) {
            message.removeHeader(KafkaConstants.KEY);
        }
    }

    private static int length(byte @Nullable [] bytes) {
        return bytes == null ? 0 : bytes.length;
    }

    private static int bytes(String name) {
        return name.getBytes(StandardCharsets.UTF_8).length;
    }
}
