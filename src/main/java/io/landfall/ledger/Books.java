package io.landfall.ledger;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.ToLongFunction;

import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.event.Delivery;
import io.landfall.event.SourceRecord;

/** The table {@code books}: deliveries by topic, partition and outcome, counted in the batch's own transaction. */
final class Books {
    private static final String COUNT =
            """
            insert into books as b (node, topic, partition_no, received, applied, no_effect, already_applied, stale, illegal,
                malformed, highest_offset)
            select ?, n.* from unnest(?::text[], ?::int[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[],
                ?::bigint[], ?::bigint[], ?::bigint[]) n
            on conflict (node, topic, partition_no) do update set received = b.received + excluded.received,
                applied = b.applied + excluded.applied, no_effect = b.no_effect + excluded.no_effect,
                already_applied = b.already_applied + excluded.already_applied, stale = b.stale + excluded.stale,
                illegal = b.illegal + excluded.illegal, malformed = b.malformed + excluded.malformed,
                highest_offset = greatest(b.highest_offset, excluded.highest_offset)
            """;

    private final JdbcTemplate jdbc;
    private final String node;

    Books(JdbcTemplate jdbc, String node) {
        this.jdbc = jdbc;
        this.node = node;
    }

    void count(List<Delivery> deliveries, List<Ledger.Settled> outcomes) {
        Map<Slot, Tally> tallies = new TreeMap<>();
        Slot last = new Slot("", -1);
        Tally tally = new Tally();
        for (int i = 0; i < deliveries.size(); i++) {
            SourceRecord source = deliveries.get(i).source();
            if (!last.isOf(source)) {
                last = new Slot(source.topic(), source.partition());
                tally = tallies.computeIfAbsent(last, slot -> new Tally());
            }
            tally.add(outcomes.get(i).word(), source.offset());
        }
        // in slot order, so that two batches of one node can't wait for each other
        jdbc.update(
                COUNT,
                node,
                tallies.keySet().stream().map(Slot::topic).toArray(String[]::new),
                tallies.keySet().stream().mapToInt(Slot::partition).toArray(),
                column(tallies, counted -> counted.received),
                column(tallies, counted -> counted.of(Ledger.Word.APPLIED)),
                column(tallies, counted -> counted.of(Ledger.Word.NO_EFFECT)),
                column(tallies, counted -> counted.of(Ledger.Word.ALREADY_APPLIED)),
                column(tallies, counted -> counted.of(Ledger.Word.STALE)),
                column(tallies, counted -> counted.of(Ledger.Word.ILLEGAL)),
                column(tallies, counted -> counted.of(Ledger.Word.MALFORMED)),
                column(tallies, counted -> counted.highestOffset));
    }

    private static long[] column(Map<Slot, Tally> tallies, ToLongFunction<Tally> column) {
        return tallies.values().stream().mapToLong(column).toArray();
    }

    private record Slot(String topic, int partition) implements Comparable<Slot> {
        boolean isOf(SourceRecord source) {
            return partition == source.partition() && topic.equals(source.topic());
        }

        @Override
        public int compareTo(Slot other) {
            int byTopic = topic.compareTo(other.topic);
            return byTopic != 0 ? byTopic : Integer.compare(partition, other.partition);
        }
    }

    private static final class Tally {
        private final Map<Ledger.Word, Long> counts = new EnumMap<>(Ledger.Word.class);
        private long received;
        private long highestOffset = -1;

        void add(Ledger.Word word, long offset) {
            counts.merge(word, 1L, Long::sum);
            received++;
            highestOffset = Math.max(highestOffset, offset);
        }

        long of(Ledger.Word word) {
            return counts.getOrDefault(word, 0L);
        }
    }
}
