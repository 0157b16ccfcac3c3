package io.landfall.outbox;

import java.util.UUID;
import java.util.regex.Pattern;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.ledger.LedgerSchema;

import static org.assertj.core.api.Assertions.assertThat;

/** With a million sent messages in the ledger, each statement of a relay goes by an index. */
class OutboxPlansIT {
    private static final int SENT = 1_000_000;
    private static final int PENDING = 20_000;
    private static LedgerSchema schema;
    private static JdbcTemplate ledger;

    @BeforeAll
    static void a_million_messages() {
        schema = LedgerSchema.create("outbox_plans");
        ledger = schema.jdbc();
        ledger.update(
                """
                insert into outbox (topic, key, payload, status, sent_at)
                select case when n % 2 = 0 then 'a' else 'b' end, convert_to('k' || n % 1000, 'UTF8'), 'x', 'SENT', now()
                from generate_series(1, ?) n
                """,
                SENT);
        ledger.update(
                """
                insert into outbox (topic, key, payload)
                select case when n % 2 = 0 then 'a' else 'b' end, convert_to('k' || n % 1000, 'UTF8'), 'x'
                from generate_series(1, ?) n
                """,
                PENDING);
        ledger.execute("analyze outbox");
    }

    @AfterAll
    static void away_with_them() {
        schema.close();
    }

    @Test
    void claiming_goes_by_the_index_of_what_is_to_be_sent() {
        assertThat(schema.plan(Outbox.DUE, (Object) new String[] {"a", "b"}))
                .contains("outbox_to_send")
                .doesNotContain("Seq Scan on outbox");
        assertThat(schema.plan(Outbox.LEASE_SLOTS, UUID.randomUUID(), 90L, "a", 15, 8))
                .contains("outbox_to_send")
                .doesNotContain("Seq Scan on outbox o");
        assertThat(schema.plan(
                        Outbox.READ,
                        new Integer[] {1, 2, 3},
                        "a",
                        1_000,
                        1_000,
                        true,
                        "not allowed",
                        Outbox.LARGEST,
                        "too large",
                        4L << 20))
                .contains("outbox_to_send")
                .doesNotContain("Seq Scan on outbox");
    }

    @Test
    void a_claim_reads_no_more_pages_than_its_rows_need() {
        String read = String.join(
                "\n",
                ledger.queryForList(
                        "explain (analyze, buffers, format text) " + Outbox.READ,
                        String.class,
                        new Integer[] {1, 2, 3, 4, 5, 6, 7, 8},
                        "a",
                        1_000,
                        1_000,
                        true,
                        "not allowed",
                        Outbox.LARGEST,
                        "too large",
                        4L << 20));
        String buffers = read.lines()
                .filter(line -> line.contains("Buffers:"))
                .findFirst()
                .orElseThrow();
        long pages = Pattern.compile("(?:hit|read)=(\\d+)")
                .matcher(buffers)
                .results()
                .mapToLong(match -> Long.parseLong(match.group(1)))
                .sum();
        // 1,000 rows by their key twice, and the entries of eight slots, of which each may hold as many
        assertThat(pages).as(read).isBetween(1L, 20_000L);
    }

    @Test
    void looking_for_topics_that_nobody_knows_goes_from_topic_to_topic() {
        String plan = schema.plan(Blocking.BLOCK_STRANGE, 100, 1_000, new String[] {"a", "b"}, 1_000, "not allowed");
        assertThat(plan).contains("outbox_to_send").doesNotContain("Seq Scan on outbox");
        // the rows are found by id, whatever the planner believes of how many wait
        assertThat(plan).containsPattern("Index Cond: \\(id = ANY \\(");
    }
}
