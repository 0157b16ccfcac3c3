package io.landfall.outbox;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * Claimed rows on their way to the broker, in chunks of one topic. A chunk that the broker refuses is halved until the
 * guilty row is alone: that one is blocked, the others go. A chunk without an answer goes back, and so does the rest of its
 * topic, in order; other topics go on.
 */
public final class Relay {
    private final Outbox outbox;
    private final Deque<List<OutboxMessage>> waiting = new ArrayDeque<>();
    private List<OutboxMessage> current = new ArrayList<>();

    /** Rows in the order they were claimed. */
    public Relay(Outbox outbox, List<OutboxMessage> claimed) {
        this.outbox = outbox;
        Map<String, List<OutboxMessage>> byTopic = new LinkedHashMap<>();
        for (OutboxMessage message : claimed) {
            byTopic.computeIfAbsent(message.topic(), topic -> new ArrayList<>()).add(message);
        }
        waiting.addAll(byTopic.values());
    }

    /** Whether there is something to be sent. */
    public boolean hasNext() {
        return !waiting.isEmpty();
    }

    /** The next chunk: rows of one topic, in order. It must be settled before the one after it. */
    public List<OutboxMessage> next() {
        current = new ArrayList<>(waiting.removeFirst());
        return List.copyOf(current);
    }

    /** This row of the chunk can't even be made a message. */
    public void block(OutboxMessage row, String reason) {
        outbox.block(row, reason);
        current.removeIf(message -> message.id() == row.id());
    }

    /** The broker has acknowledged the chunk. */
    public void acknowledged() {
        if (!current.isEmpty()) {
            outbox.sent(current);
        }
    }

    /**
     * The broker, or its client, refused the chunk for what is in it.
     *
     * @return the row that was found guilty and is blocked; null: none yet
     */
    public @Nullable OutboxMessage refused(String reason) {
        if (current.size() == 1) {
            outbox.block(current.get(0), reason);
            return current.get(0);
        }
        int half = current.size() / 2;
        waiting.addFirst(current.subList(half, current.size()));
        waiting.addFirst(current.subList(0, half));
        return null;
    }

    /** Nobody knows whether the chunk was sent: it goes again, later. */
    public void unanswered() {
        List<OutboxMessage> back = new ArrayList<>(current);
        String topic = current.get(0).topic();
        waiting.removeIf(chunk -> chunk.get(0).topic().equals(topic) && back.addAll(chunk));
        outbox.release(back);
    }

    /** The ledger is away: nothing more can be settled, and the leases run out. */
    public void end() {
        waiting.clear();
    }
}
