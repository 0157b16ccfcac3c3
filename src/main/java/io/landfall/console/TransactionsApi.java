package io.landfall.console;

import java.time.Duration;
import java.time.Instant;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import io.landfall.console.LedgerReader.Walk;
import io.landfall.ledger.TransactionRecords;

/** {@code /api/transactions}: how this node's transactions went, by name, and which were rolled back at their timeout. */
@RestController
class TransactionsApi {
    private final TransactionRecords records;
    private final LedgerReader ledger;

    TransactionsApi(TransactionRecords records, LedgerReader ledger) {
        this.records = records;
        this.ledger = ledger;
    }

    /** Since this node started. */
    @GetMapping("/api/transactions")
    Page<TransactionRecords.Line> list() {
        return Page.whole(records.lines());
    }

    /** Of all nodes, newest first. */
    @GetMapping("/api/transactions/timeouts")
    Page<TimedOut> timeouts(
            @RequestParam(required = false) @Nullable String name,
            @RequestParam(required = false) @Nullable Long after,
            @RequestParam(defaultValue = "50") @Min(1) @Max(Page.MOST) int limit) {
        return ledger.page(
                Walk.down("transaction_timeout", "id", after),
                new Filter().with("name = ?", name),
                limit,
                (row, i) -> new TimedOut(
                        row.getLong("id"),
                        LedgerReader.instant(row, "at"),
                        row.getString("name"),
                        row.getString("node"),
                        Duration.ofMillis(row.getLong("timeout_ms")),
                        Duration.ofMillis(row.getLong("took_ms")),
                        row.getString("reason")),
                TimedOut::id);
    }

    /**
     * A row.
     *
     * @param took from its begin to the end of its roll-back
     */
    record TimedOut(long id, Instant at, String name, String node, Duration timeout, Duration took, String reason) {}
}
