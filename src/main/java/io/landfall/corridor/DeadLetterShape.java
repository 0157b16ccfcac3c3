package io.landfall.corridor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.List;
import java.util.Locale;

import org.apache.camel.Message;
import org.jspecify.annotations.Nullable;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.landfall.outbox.OutboxMessage;

/**
 * How a dead letter looks on its topic: the original bytes and headers, and {@code landfall-*} headers that say why and
 * where from. Headers that Camel would obey are left out here; the table has them all.
 */
final class DeadLetterShape {
    /** Below the usual limit of a topic, 1 MiB, with room for headers. */
    private static final int LARGEST = 1_000_000;

    private static final int FRAGMENT = 10_000;
    private static final TypeReference<List<List<@Nullable String>>> HEADERS = new TypeReference<>() {};

    private final ObjectMapper json = new ObjectMapper();

    void shape(Message message, byte @Nullable [] payload, OutboxMessage.Origin origin) {
        for (List<@Nullable String> header : headers(origin.headers())) {
            String name = String.valueOf(header.get(0));
            String value = header.get(1);
            if (!isObeyed(name) && value != null) {
                message.setHeader(name, Base64.getDecoder().decode(value));
            }
        }
        message.setHeader("landfall-dead-letter-id", Long.toString(origin.deadLetterId()));
        message.setHeader("landfall-reason", origin.reason());
        message.setHeader("landfall-topic", origin.topic());
        message.setHeader("landfall-partition", Integer.toString(origin.partition()));
        message.setHeader("landfall-offset", Long.toString(origin.offset()));
        message.setHeader("landfall-at", origin.at());
        if (payload != null && payload.length > LARGEST) {
            message.setHeader("landfall-truncated", "true");
            message.setBody(java.util.Arrays.copyOf(payload, FRAGMENT));
        }
    }

    private List<List<@Nullable String>> headers(byte[] text) {
        try {
            return json.readValue(text, HEADERS);
        } catch (IOException e) {
            throw new UncheckedIOException("headers of a dead letter can't be read", e);
        }
    }

    private static boolean isObeyed(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.startsWith("camel") || lower.startsWith("kafka.") || lower.startsWith("landfall-");
    }
}
