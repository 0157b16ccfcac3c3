package io.landfall.console;

import java.util.List;

import org.springframework.stereotype.Component;

/** Repairs of tasks, from the ledger. */
@Component
class RepairReader {
    /** The newest attempts' are shown. */
    private static final int MOST = 100;

    private final LedgerReader ledger;

    RepairReader(LedgerReader ledger) {
        this.ledger = ledger;
    }

    /** By attempt, the last first. */
    List<RepairRow> ofTask(String taskId) {
        return ledger.list(
                "select * from repair where task_id = ? order by attempt desc limit ?",
                (row, i) -> new RepairRow(
                        row.getLong("id"),
                        row.getLong("inspection_id"),
                        row.getInt("attempt"),
                        row.getString("kind"),
                        row.getString("event_id"),
                        row.getString("state"),
                        LedgerReader.instant(row, "state_since"),
                        row.getString("reason"),
                        LedgerReader.instant(row, "created_at"),
                        LedgerReader.instantOrNull(row, "replaced_at"),
                        LedgerReader.instantOrNull(row, "settled_at"),
                        row.getString("outcome")),
                taskId,
                MOST);
    }
}
