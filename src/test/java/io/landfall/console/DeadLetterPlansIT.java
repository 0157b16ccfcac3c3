package io.landfall.console;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

import io.landfall.console.DeadLetterReader.Wanted;
import io.landfall.console.LedgerReader.Walk;
import io.landfall.ledger.DeadLetterStatus;
import io.landfall.ledger.LedgerSchema;

import static org.assertj.core.api.Assertions.assertThat;

/** Among half a million dead letters, most of them resolved, a page of them is still found along an index. */
class DeadLetterPlansIT {
    private static final int LETTERS = 500_000;

    private static LedgerSchema schema;

    @BeforeAll
    static void half_a_million_letters() {
        schema = LedgerSchema.create("dead_letter_plans");
        schema.jdbc()
                .update(
                        """
                        insert into dead_letter (topic, partition_no, offset_no, record_at, hash, reason, detail, headers, status,
                            resolved_at, task_id, key)
                        select 't', 0, n, now(), '', 'not-json', '', '',
                            case when n % 2000 = 0 then 'OPEN' else 'RESOLVED' end, case when n % 2000 = 0 then null else now() end,
                            'task-' || n % 50000, convert_to('key-' || n % 50000, 'UTF8')
                        from generate_series(1, ?) n
                        """,
                        LETTERS);
        schema.jdbc().execute("vacuum analyze dead_letter");
    }

    @AfterAll
    static void away_with_them() {
        schema.close();
    }

    @Test
    void the_newest_are_walked_along_their_key() {
        Wanted all = new Wanted(null, null, null, null, null);
        Wanted some = new Wanted(null, "tombstone", DeadLetterStatus.RESOLVED, "elsewhere", null);
        for (Wanted wanted : List.of(all, some)) {
            for (Long after : new Long[] {null, 100_000L}) {
                assertThat(plan(wanted, after)).contains("dead_letter_pkey").doesNotContain("Seq Scan", "Sort");
            }
        }
    }

    @Test
    void those_that_wait_are_found_among_all_that_ever_were() {
        for (DeadLetterStatus waiting :
                List.of(DeadLetterStatus.OPEN, DeadLetterStatus.REPLAYED, DeadLetterStatus.ABANDONED)) {
            assertThat(plan(new Wanted(null, "not-json", waiting, null, null), 400_000L))
                    .contains("dead_letter_unresolved")
                    .doesNotContain("Seq Scan", "Sort");
        }
    }

    @Test
    void those_of_a_task_or_a_key_are_found_by_it() {
        assertThat(plan(new Wanted("task-1", null, null, null, null), null))
                .contains("dead_letter_by_task")
                .doesNotContain("Seq Scan");
        assertThat(plan(new Wanted(null, null, null, null, "key-1"), null))
                .contains("dead_letter_by_key")
                .doesNotContain("Seq Scan");
    }

    private static String plan(Wanted wanted, @Nullable Long after) {
        Walk walk = DeadLetterReader.walk(wanted, after);
        Filter filter = DeadLetterReader.filter(wanted);
        List<Object> parameters = new ArrayList<>(walk.start().parameters());
        parameters.add(walk.look());
        parameters.addAll(filter.parameters());
        parameters.add(50);
        return schema.plan(walk.statement(filter), parameters.toArray());
    }
}
