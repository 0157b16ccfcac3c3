package io.landfall.outbox;

import java.util.Set;
import java.util.TreeSet;

/**
 * Where messages may go. Whoever may insert a row could name any topic, and with it give commands, or raise alarms: only the
 * open ones are for everybody.
 *
 * @param own Landfall's; rows that its own database user wrote may go there
 * @param open to rows of any database user
 */
public record OutboxTopics(Set<String> own, Set<String> open) {
    public OutboxTopics {
        own = Set.copyOf(own);
        open = Set.copyOf(open);
    }

    /** All that a message may go to, whoever wrote it; in order. */
    Set<String> known() {
        Set<String> known = new TreeSet<>(own);
        known.addAll(open);
        return known;
    }
}
