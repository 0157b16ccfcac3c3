package io.landfall.overview;

import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.ledger.LedgerSchema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

/** Sums over all groups of what was sampled before there were any. */
class OverviewSumsIT {
    @Test
    void what_was_sampled_before_is_added_up() {
        try (LedgerSchema schema = LedgerSchema.create("overview_sums", "14")) {
            JdbcTemplate ledger = schema.jdbc();
            ledger.update(
                    """
                    insert into overview_level values
                        (10, 'epoch', 'tasks', 'ANALYZING', 'asr', 'm1', 2), (10, 'epoch', 'tasks', 'ANALYZING', 'llm', '', 3),
                        (10, 'epoch', 'tasks', 'TO_RETRY', '', '', 4), (60, 'epoch', 'tasks', 'ANALYZING', 'asr', 'm1', 5),
                        (10, 'epoch', 'failures', 'PENDING:mapping', '', '', 6)
                    """);
            ledger.update(
                    """
                    insert into overview_flow values
                        (10, 'epoch', 'documents', '', 'asr', 'm1', 'a', 1, 0, '{}'),
                        (10, 'epoch', 'documents', '', 'llm', '', 'a', 2, 0, '{}'),
                        (10, 'epoch', 'documents', '', 'asr', 'm1', 'b', 4, 0, '{}'),
                        (10, 'epoch', 'events', '', 'asr', 'm1', 'a', 3, 30, '{0,3}'),
                        (10, 'epoch', 'events', '', 'llm', '', 'a', 3, 30, '{1,1,1}'),
                        (10, 'epoch', 'transactions', 'commit', '', '', 'a', 9, 90, '{}')
                    """);
            schema.migrate("15");
            assertThat(ledger.queryForList(
                            "select step || ' ' || kind || ' ' || name || ' ' || task_type || model || number"
                                    + " from overview_level where kind like 'all-%' order by 1",
                            String.class))
                    .containsExactly("10 all-tasks ANALYZING 5", "10 all-tasks TO_RETRY 4", "60 all-tasks ANALYZING 5");
            List<Map<String, Object>> flows = ledger.queryForList(
                    "select kind || ' ' || node || ' ' || task_type || model || number || ' ' || millis as sum,"
                            + " buckets[1:4]::text as first, cardinality(buckets) as length"
                            + " from overview_flow where kind like 'all-%' order by 1");
            assertThat(flows)
                    .extracting(row -> row.get("sum"), row -> row.get("first"), row -> row.get("length"))
                    .containsExactly(
                            tuple("all-documents a 3 0", "{}", 0),
                            tuple("all-documents b 4 0", "{}", 0),
                            tuple("all-events a 6 60", "{1,4,1,0}", LatencyScale.SIZE));
        }
    }
}
