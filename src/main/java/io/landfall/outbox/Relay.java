package io.landfall.outbox;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * Claimed rows on their way to the broker, in chunks. A chunk that the broker refuses is halved until the guilty row is alone:
 * that one is blocked, the others go. Without an answer nothing more of the claim is sent: its rows wait, in order.
 */
public final class Relay {
    /** No chunk is begun later than that after the claim: sending it may take half a minute, and the lease must last. */
    private static final Duration LONGEST = Duration.ofSeconds(45);

    private final Outbox outbox;
    private final Claim claim;
    private final long endNanos = System.nanoTime() + LONGEST.toNanos();
    private final Deque<List<OutboxMessage>> waiting = new ArrayDeque<>();
    private List<OutboxMessage> current = new ArrayList<>();

    /** Rows in the order they were claimed. */
    public Relay(Outbox outbox, Claim claim) {
        this.outbox = outbox;
        this.claim = claim;
        if (!claim.rows().isEmpty()) {
            waiting.add(claim.rows());
        }
    }

    /** Whether there is something to be sent. */
    public boolean hasNext() {
        return !waiting.isEmpty();
    }

    /** Where they all go. */
    public String topic() {
        return claim.topic();
    }

    /**
     * The next chunk, in order. It must be settled before the one after it.
     *
     * @param most rows in it, from 1
     */
    public List<OutboxMessage> next(int most) {
        List<OutboxMessage> next = waiting.removeFirst();
        if (next.size() > most) {
            waiting.addFirst(next.subList(most, next.size()));
            next = next.subList(0, most);
        }
        current = new ArrayList<>(next);
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
        settled();
    }

    /**
     * The broker, or its client, refused the chunk for what is in it.
     *
     * @return the row that was found guilty and is blocked; null: none yet
     */
    public @Nullable OutboxMessage refused(String reason) {
        OutboxMessage guilty = null;
        if (current.size() == 1) {
            guilty = current.get(0);
            outbox.block(guilty, reason);
        } else {
            int half = current.size() / 2;
            waiting.addFirst(current.subList(half, current.size()));
            waiting.addFirst(current.subList(0, half));
        }
        settled();
        return guilty;
    }

    /** Nobody knows whether the chunk was sent: it goes again, later, and all that follows it. */
    public void unanswered() {
        waiting.clear();
        settled();
    }

    /** The ledger is away: nothing more can be settled, and the lease runs out. */
    public void end() {
        waiting.clear();
    }

    private void settled() {
        if (System.nanoTime() - endNanos > 0) {
            waiting.clear();
        }
        if (waiting.isEmpty()) {
            outbox.free(claim);
        }
    }
}
