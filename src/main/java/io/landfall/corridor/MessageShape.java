package io.landfall.corridor;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

import org.apache.camel.Message;

import io.landfall.ledger.DeadLetterActions;
import io.landfall.outbox.OutboxMessage;

/**
 * Headers of a message that is not a dead letter: its own. A replay takes over no header of the original but those of
 * tracing, and says whose it is.
 */
final class MessageShape {
    private static final Set<String> TRACING =
            Set.of("traceparent", "tracestate", "baggage", "b3", "x-b3-traceid", "x-b3-spanid", "x-b3-sampled");

    private final StoredHeaders stored = new StoredHeaders();

    void shape(Message message, OutboxMessage row) {
        Map<String, byte[]> headers = stored.read(row.headers());
        Long letter = row.replayOf();
        if (letter != null) {
            headers.keySet().removeIf(name -> !TRACING.contains(name.toLowerCase(Locale.ROOT)));
            headers.put(DeadLetterActions.HEADER, Long.toString(letter).getBytes(StandardCharsets.US_ASCII));
        }
        headers.forEach(message::setHeader);
    }
}
