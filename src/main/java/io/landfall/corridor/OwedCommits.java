package io.landfall.corridor;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;

/**
 * Commits of one consumer that the group does not take in the middle of a rebalance. They are made after one of the next
 * polls, which ends the rebalance; a batch that failed for that would have its consumer leave and join, which is a rebalance
 * more for all. What belongs to another consumer by then is owed no more: that one begins at what was committed before, and
 * the ledger knows the events.
 */
final class OwedCommits {
    private final Map<TopicPartition, OffsetAndMetadata> owed = new HashMap<>();

    /**
     * Commits those offsets, and what is owed, now or later.
     *
     * @param assigned the partitions that the consumer has now
     * @param commit makes the commit; what it throws, but for a rebalance under way, is thrown
     */
    void commit(
            Map<TopicPartition, OffsetAndMetadata> offsets,
            Set<TopicPartition> assigned,
            Consumer<Map<TopicPartition, OffsetAndMetadata>> commit) {
        owed.putAll(offsets);
        settle(assigned, commit);
    }

    /** Commits what is owed, if anything is; as {@link #commit}. */
    void settle(Set<TopicPartition> assigned, Consumer<Map<TopicPartition, OffsetAndMetadata>> commit) {
        if (owed.isEmpty()) {
            return;
        }
        owed.keySet().retainAll(assigned);
        if (owed.isEmpty()) {
            return;
        }
        try {
            commit.accept(Map.copyOf(owed));
            owed.clear();
        } catch (RebalanceInProgressException e) {
            // still owed
        }
    }
}
