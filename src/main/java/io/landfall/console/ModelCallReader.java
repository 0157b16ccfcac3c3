package io.landfall.console;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Model calls of one task, from the ledger. */
@Component
class ModelCallReader {
    /** Calls of one task that are shown. */
    static final int CALLS = 100;

    private static final String SQL =
            """
            with newest as (
              select * from model_call where task_id = ? order by task_id desc, attempt desc, call_id desc limit ?),
            sized as (
              select *, sum(coalesce(octet_length(result), 0)) over (order by attempt desc, call_id desc) as shown from newest)
            select attempt, call_id, platform, model, outcome, is_final, completed_at, case when shown <= ? then result end as result,
                   result_size, error_code, error_message, told_at, updated_at
            from sized order by attempt desc, call_id desc
            """;

    private final LedgerReader ledger;
    private final Masking masking;

    ModelCallReader(LedgerReader ledger, Masking masking) {
        this.ledger = ledger;
        this.masking = masking;
    }

    List<ModelCallRow> ofTask(String taskId) {
        return ledger.list(SQL, (row, i) -> call(row), taskId, CALLS, TaskReader.PAYLOAD_BYTES);
    }

    private ModelCallRow call(ResultSet row) throws SQLException {
        boolean last = row.getBoolean("is_final");
        @Nullable Boolean told = row.wasNull() ? null : Boolean.valueOf(last);
        String message = row.getString("error_message");
        return new ModelCallRow(
                row.getInt("attempt"),
                row.getString("call_id"),
                row.getString("platform"),
                row.getString("model"),
                row.getString("outcome"),
                told,
                LedgerReader.instantOrNull(row, "completed_at"),
                masking.json(row.getBytes("result")),
                LedgerReader.longOrNull(row, "result_size"),
                row.getString("error_code"),
                message == null ? null : masking.reason(message),
                LedgerReader.instant(row, "told_at"),
                LedgerReader.instant(row, "updated_at"));
    }
}
