package io.landfall.console;

import java.util.List;

import org.jspecify.annotations.Nullable;
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

    /** Of the state and attempt that the task is in; null: nobody has looked yet. */
    @Nullable
    SuspicionRow suspicion(String taskId) {
        return ledger.one(
                "select s.* from suspicion s join task t on t.task_id = s.task_id and t.attempt = s.attempt"
                        + " and t.state_since = s.state_since where s.task_id = ? and t.due_at is not null",
                (row, i) -> new SuspicionRow(
                        row.getInt("attempt"),
                        row.getString("kind"),
                        row.getInt("looks"),
                        LedgerReader.instant(row, "since"),
                        LedgerReader.instant(row, "looked_at"),
                        LedgerReader.instant(row, "next_at"),
                        row.getString("verifier"),
                        row.getString("reason")),
                taskId);
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
                        row.getString("verifier"),
                        row.getObject("looks", Integer.class),
                        LedgerReader.instantOrNull(row, "suspected_at"),
                        LedgerReader.instant(row, "created_at"),
                        LedgerReader.instantOrNull(row, "replaced_at"),
                        LedgerReader.instantOrNull(row, "settled_at"),
                        row.getString("outcome")),
                taskId,
                MOST);
    }
}
