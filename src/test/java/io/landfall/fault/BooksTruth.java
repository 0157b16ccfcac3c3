package io.landfall.fault;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.apache.kafka.common.TopicPartition;

/**
 * The books balance, partition by partition: what was received is the sum of what became of it, what took effect is in the
 * log exactly as often, and no offset was committed beyond the highest applied one.
 */
final class BooksTruth {
    private static final String SUMS =
            """
            with b as (
                select partition_no, sum(received) received, sum(applied) applied, sum(no_effect) no_effect,
                    sum(already_applied) already_applied, sum(stale) stale, sum(illegal) illegal, sum(malformed) malformed,
                    max(highest_offset) highest, min(least(received, applied, no_effect, already_applied, stale, illegal,
                    malformed)) least
                from books where topic = ? group by 1),
            e as (
                select partition_no, count(*) filter (where outcome = 'APPLIED') applied,
                    count(*) filter (where outcome = 'NO_EFFECT') no_effect, count(*) filter (where outcome = 'STALE') stale,
                    count(*) filter (where outcome = 'ILLEGAL') illegal
                from task_event where topic = ? group by 1)
            select partition_no, b.*, coalesce(e.applied, 0) log_applied, coalesce(e.no_effect, 0) log_no_effect,
                coalesce(e.stale, 0) log_stale, coalesce(e.illegal, 0) log_illegal
            from b left join e using (partition_no)
            """;

    private final Site site;

    BooksTruth(Site site) {
        this.site = site;
    }

    List<String> differences() {
        List<String> differences = new ArrayList<>();
        Map<TopicPartition, Long> committed;
        try (Offsets offsets = site.offsets()) {
            committed = offsets.committed();
        }
        List<Integer> booked = new ArrayList<>();
        for (Map<String, Object> row : site.ledger().queryForList(SUMS, site.topic(), site.topic())) {
            int partition = (int) number(row, "partition_no");
            booked.add(partition);
            long end = committed.getOrDefault(new TopicPartition(site.topic(), partition), 0L);
            for (String complaint : complaints(row, end)) {
                differences.add("books of partition " + partition + ": " + complaint + ": " + row);
            }
        }
        committed.forEach((partition, end) -> {
            if (end > 0 && !booked.contains(partition.partition())) {
                differences.add("no books of " + partition + ", committed up to " + end);
            }
        });
        return differences;
    }

    private static List<String> complaints(Map<String, Object> row, long committed) {
        List<String> complaints = new ArrayList<>();
        long sum = number(row, "applied")
                + number(row, "no_effect")
                + number(row, "already_applied")
                + number(row, "stale")
                + number(row, "illegal")
                + number(row, "malformed");
        check(number(row, "received") == sum, "received is not the sum " + sum, complaints);
        check(number(row, "least") >= 0, "a count is negative", complaints);
        check(number(row, "received") >= committed, "less received than committed " + committed, complaints);
        check(number(row, "highest") >= committed - 1, "committed " + committed + " beyond the highest", complaints);
        check(number(row, "applied") == number(row, "log_applied"), "applied is not as logged", complaints);
        check(number(row, "no_effect") == number(row, "log_no_effect"), "no effect is not as logged", complaints);
        check(number(row, "stale") == number(row, "log_stale"), "stale is not as logged", complaints);
        check(number(row, "illegal") >= number(row, "log_illegal"), "fewer illegal than logged", complaints);
        return complaints;
    }

    private static void check(boolean holds, String complaint, List<String> complaints) {
        if (!holds) {
            complaints.add(complaint);
        }
    }

    private static long number(Map<String, Object> row, String column) {
        return ((Number) row.get(column)).longValue();
    }
}
