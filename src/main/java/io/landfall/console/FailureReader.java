package io.landfall.console;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

import io.landfall.console.LedgerReader.Walk;

/** Failures and their attempts, from the ledger, newest first. */
@Component
class FailureReader {
    /** Failures and attempts shown with a task or a failure, the newest. */
    private static final int SHOWN = 100;

    private static final String ATTEMPTS =
            """
            select * from (select * from failure_attempt where failure_id = ? order by number desc limit ?) newest
            order by number
            """;

    private static final Set<String> OPEN = Set.of("PENDING", "CLAIMED", "EXHAUSTED", "PERMANENT");
    private static final String IS_OPEN = "status in ('PENDING', 'CLAIMED', 'EXHAUSTED', 'PERMANENT')";

    private final LedgerReader ledger;
    private final Masking masking;

    FailureReader(LedgerReader ledger, Masking masking) {
        this.ledger = ledger;
        this.masking = masking;
    }

    Page<FailureRow> list(Wanted wanted, @Nullable Long after, int limit) {
        return ledger.page(walk(wanted, after), filter(wanted), limit, (row, i) -> failure(row), FailureRow::id);
    }

    /** Those that are open are few among all that ever were: an index of their own finds them. */
    static Walk walk(Wanted wanted, @Nullable Long after) {
        Walk walk = Walk.down("failure", "id", after);
        walk.start()
                .with("task_id = ?", wanted.taskId)
                .when(wanted.status != null && OPEN.contains(wanted.status), IS_OPEN);
        return walk;
    }

    static Filter filter(Wanted wanted) {
        return new Filter()
                .with("status = ?", wanted.status)
                .with("cause = ?", wanted.cause)
                .with("index_name = ?", wanted.index);
    }

    @Nullable
    FailureDetail detail(long id) {
        FailureRow failure = ledger.one("select * from failure where id = ?", (row, i) -> failure(row), id);
        return failure == null ? null : detail(failure);
    }

    List<FailureDetail> ofTask(String taskId) {
        return list(new Wanted(taskId, null, null, null), null, SHOWN).items().stream()
                .map(this::detail)
                .toList();
    }

    private FailureDetail detail(FailureRow failure) {
        return new FailureDetail(failure, ledger.list(ATTEMPTS, (row, i) -> attempt(row), failure.id(), SHOWN));
    }

    private FailureRow failure(ResultSet row) throws SQLException {
        return new FailureRow(
                row.getLong("id"),
                row.getString("kind"),
                row.getString("task_id"),
                row.getString("index_name"),
                row.getString("operation"),
                row.getLong("version"),
                row.getString("cause"),
                masking.reason(row.getString("reason")),
                row.getString("field"),
                row.getString("trigger_name"),
                masking.text(row.getString("fragment")),
                row.getBoolean("truncated"),
                row.getString("status"),
                row.getInt("retry_count"),
                LedgerReader.instant(row, "first_at"),
                LedgerReader.instant(row, "last_at"),
                LedgerReader.instantOrNull(row, "next_attempt_at"),
                LedgerReader.instantOrNull(row, "closed_at"),
                row.getString("closed_by"),
                row.getString("closed_reason"));
    }

    private FailureAttempt attempt(ResultSet row) throws SQLException {
        return new FailureAttempt(
                row.getInt("number"),
                LedgerReader.instant(row, "at"),
                row.getLong("version"),
                row.getString("trigger_name"),
                row.getString("node"),
                row.getInt("http_status"),
                row.getString("cause"),
                masking.reason(row.getString("reason")),
                row.getInt("duration_ms"));
    }

    /** What a list is filtered by; null: by anything. */
    record Wanted(@Nullable String taskId, @Nullable String status, @Nullable String cause, @Nullable String index) {}
}
