package io.landfall.console;

import java.time.Instant;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import io.landfall.alarm.Severity;
import io.landfall.console.LedgerReader.Walk;

/** {@code /api/alarms}: what a person must know, newest first. */
@RestController
class AlarmsApi {
    private final LedgerReader ledger;

    AlarmsApi(LedgerReader ledger) {
        this.ledger = ledger;
    }

    @GetMapping("/api/alarms")
    Page<Alarm> list(
            @RequestParam(required = false) @Nullable Boolean open,
            @RequestParam(required = false) @Nullable Severity severity,
            @RequestParam(required = false) @Nullable String key,
            @RequestParam(required = false) @Nullable Long after,
            @RequestParam(defaultValue = "50") @Min(1) @Max(Page.MOST) int limit) {
        Filter filter = new Filter()
                .when(Boolean.TRUE.equals(open), "closed_at is null")
                .when(Boolean.FALSE.equals(open), "closed_at is not null")
                .with("severity = ?", severity == null ? null : severity.name())
                .with("alarm_key = ?", key);
        return ledger.page(
                Walk.down("alarm", "id", after),
                filter,
                limit,
                (row, i) -> new Alarm(
                        row.getLong("id"),
                        row.getString("alarm_key"),
                        Severity.valueOf(row.getString("severity")),
                        row.getString("summary"),
                        row.getLong("count"),
                        LedgerReader.instant(row, "first_at"),
                        LedgerReader.instant(row, "last_at"),
                        LedgerReader.instantOrNull(row, "closed_at")),
                Alarm::id);
    }

    /** A row; without {@code closedAt} it is open. */
    record Alarm(
            long id,
            String key,
            Severity severity,
            String summary,
            long count,
            Instant firstAt,
            Instant lastAt,
            @Nullable Instant closedAt) {}
}
