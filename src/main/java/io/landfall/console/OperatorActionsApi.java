package io.landfall.console;

import java.time.Instant;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;

import org.jspecify.annotations.Nullable;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import com.fasterxml.jackson.annotation.JsonRawValue;

import io.landfall.console.LedgerReader.Walk;

/** {@code /api/operator-actions}: who changed what, newest first. */
@RestController
class OperatorActionsApi {
    private final LedgerReader ledger;

    OperatorActionsApi(LedgerReader ledger) {
        this.ledger = ledger;
    }

    @GetMapping("/api/operator-actions")
    Page<Action> list(
            @RequestParam(required = false) @Nullable String operator,
            @RequestParam(required = false) @Nullable String action,
            @RequestParam(required = false) @Nullable Long after,
            @RequestParam(defaultValue = "50") @Min(1) @Max(Page.MOST) int limit) {
        return ledger.page(
                Walk.down("operator_action", "id", after),
                new Filter().with("operator = ?", operator).with("action = ?", action),
                limit,
                (row, i) -> new Action(
                        row.getLong("id"),
                        LedgerReader.instant(row, "at"),
                        row.getString("operator"),
                        row.getString("action"),
                        row.getString("filter"),
                        row.getString("detail"),
                        row.getString("task_id"),
                        LedgerReader.longOrNull(row, "affected")),
                Action::id);
    }

    /**
     * A row.
     *
     * @param filter as it was given; null: the action was for one thing
     * @param affected rows it changed; null: not counted
     */
    record Action(
            long id,
            Instant at,
            String operator,
            String action,
            @JsonRawValue @Nullable String filter,
            @Nullable String detail,
            @Nullable String taskId,
            @Nullable Long affected) {}
}
