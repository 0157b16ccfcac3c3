package io.landfall.corridor;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.RebalanceInProgressException;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class OwedCommitsTest {
    private static final TopicPartition ZERO = new TopicPartition("t", 0);
    private static final TopicPartition ONE = new TopicPartition("t", 1);

    private final OwedCommits owed = new OwedCommits();
    private final List<Map<TopicPartition, OffsetAndMetadata>> made = new ArrayList<>();
    private boolean rebalancing;

    private void take(Map<TopicPartition, OffsetAndMetadata> offsets) {
        if (rebalancing) {
            throw new RebalanceInProgressException("poll first");
        }
        made.add(offsets);
    }

    private static Map<TopicPartition, OffsetAndMetadata> upTo(TopicPartition partition, long offset) {
        return Map.of(partition, new OffsetAndMetadata(offset));
    }

    @Test
    void a_commit_is_made_at_once_and_once() {
        owed.commit(upTo(ZERO, 7), Set.of(ZERO), this::take);
        owed.settle(Set.of(ZERO), this::take);

        assertThat(made).containsExactly(upTo(ZERO, 7));
    }

    @Test
    void what_a_rebalance_does_not_take_is_committed_when_it_is_over() {
        rebalancing = true;
        owed.commit(upTo(ZERO, 7), Set.of(ZERO), this::take);
        owed.settle(Set.of(ZERO), this::take);
        assertThat(made).isEmpty();

        rebalancing = false;
        owed.settle(Set.of(ZERO), this::take);
        assertThat(made).containsExactly(upTo(ZERO, 7));
    }

    @Test
    void the_newest_offset_of_a_partition_counts() {
        rebalancing = true;
        owed.commit(upTo(ZERO, 7), Set.of(ZERO), this::take);
        rebalancing = false;
        owed.commit(upTo(ZERO, 9), Set.of(ZERO), this::take);

        assertThat(made).containsExactly(upTo(ZERO, 9));
    }

    @Test
    void a_partition_that_went_to_another_consumer_is_not_committed_here() {
        rebalancing = true;
        owed.commit(upTo(ZERO, 7), Set.of(ZERO, ONE), this::take);
        owed.commit(upTo(ONE, 3), Set.of(ZERO, ONE), this::take);
        rebalancing = false;
        owed.settle(Set.of(ONE), this::take);
        owed.settle(Set.of(ZERO, ONE), this::take);

        assertThat(made).containsExactly(upTo(ONE, 3));
    }

    @Test
    void any_other_error_fails_the_batch() {
        assertThatThrownBy(() -> owed.commit(upTo(ZERO, 7), Set.of(ZERO), offsets -> {
                    throw new IllegalStateException("fenced");
                }))
                .hasMessage("fenced");
    }
}
