package io.landfall.console;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

/** {@code /api/books}: deliveries by topic and partition, all nodes together. */
@RestController
class BooksApi {
    private static final String SUMS =
            """
            select topic, partition_no, sum(received) as received, sum(applied) as applied, sum(no_effect) as no_effect,
                   sum(already_applied) as already_applied, sum(stale) as stale, sum(illegal) as illegal,
                   sum(malformed) as malformed, max(highest_offset) as highest_offset
            from books group by topic, partition_no order by topic, partition_no
            """;

    private final LedgerReader ledger;

    BooksApi(LedgerReader ledger) {
        this.ledger = ledger;
    }

    @GetMapping("/api/books")
    Page<Account> books() {
        return Page.whole(ledger.list(
                SUMS,
                (row, i) -> new Account(
                        row.getString("topic"),
                        row.getInt("partition_no"),
                        row.getLong("received"),
                        row.getLong("applied"),
                        row.getLong("no_effect"),
                        row.getLong("already_applied"),
                        row.getLong("stale"),
                        row.getLong("illegal"),
                        row.getLong("malformed"),
                        row.getLong("highest_offset"))));
    }

    /** What became of the deliveries of one partition: the others add up to {@code received}. */
    record Account(
            String topic,
            int partition,
            long received,
            long applied,
            long noEffect,
            long alreadyApplied,
            long stale,
            long illegal,
            long malformed,
            long highestOffset) {}
}
