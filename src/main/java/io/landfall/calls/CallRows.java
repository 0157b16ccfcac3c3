package io.landfall.calls;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.util.unit.DataSize;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;

import io.landfall.alarm.OneLine;
import io.landfall.event.ModelCall;
import io.landfall.ledger.Columns;
import io.landfall.state.Json;

/** Rows of {@code model_call}, many in one statement. */
final class CallRows {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The rule is {@link ModelCall#outdoes}, once more. What is told of a deleted task would outlive its erasing. */
    private static final String KEEP =
            """
            insert into model_call as c (task_id, attempt, call_id, platform, model, outcome, is_final, completed_at, result,
                result_size, error_code, error_message)
            select n.task_id, n.attempt, n.call_id, n.platform, n.model, n.outcome, n.is_final,
                'epoch'::timestamptz + n.completed_at * interval '1 microsecond', n.result, n.result_size, n.error_code,
                n.error_message
            from unnest(?::text[], ?::int[], ?::text[], ?::text[], ?::text[], ?::text[], ?::boolean[], ?::bigint[], ?::bytea[],
                ?::int[], ?::text[], ?::text[])
                n(task_id, attempt, call_id, platform, model, outcome, is_final, completed_at, result, result_size, error_code,
                    error_message)
            where not exists (select 1 from task t where t.task_id = n.task_id and t.deleted_at is not null)
            on conflict (task_id, attempt, call_id) do update set
                platform = coalesce(excluded.platform, c.platform), model = coalesce(excluded.model, c.model),
                outcome = excluded.outcome, is_final = coalesce(excluded.is_final, c.is_final),
                completed_at = excluded.completed_at, result = excluded.result, result_size = excluded.result_size,
                error_code = excluded.error_code, error_message = excluded.error_message, updated_at = now()
            where excluded.outcome <> 'RUNNING' and (c.outcome = 'RUNNING'
                or coalesce(excluded.completed_at, '-infinity') > coalesce(c.completed_at, '-infinity'))
            """;

    private final JdbcTemplate jdbc;
    private final long maxResult;

    CallRows(JdbcTemplate jdbc, DataSize maxResult) {
        this.jdbc = jdbc;
        this.maxResult = maxResult.toBytes();
    }

    /** How many rows are new or know more now; no call may be there twice. */
    int keep(List<ModelCall> calls) {
        List<JsonNode> errors = calls.stream().map(CallRows::error).toList();
        return jdbc.update(
                KEEP,
                texts(calls, ModelCall::taskId),
                calls.stream().mapToInt(ModelCall::attempt).toArray(),
                texts(calls, ModelCall::callId),
                texts(calls, ModelCall::platform),
                texts(calls, ModelCall::model),
                texts(calls, call -> call.outcome().name()),
                calls.stream().map(ModelCall::last).toArray(Boolean[]::new),
                calls.stream().map(call -> Columns.micros(call.completedAt())).toArray(Long[]::new),
                calls.stream().map(this::result).toArray(byte[][]::new),
                calls.stream().map(CallRows::size).toArray(Integer[]::new),
                texts(errors, error -> line(error.get("code"))),
                texts(errors, error -> line(error.get("message"))));
    }

    private static <T> Object texts(List<T> rows, Function<T, @Nullable String> column) {
        return rows.stream().map(column).toArray(String[]::new);
    }

    private byte @Nullable [] result(ModelCall call) {
        Json result = call.result();
        return result == null || result.length() > maxResult ? null : result.bytes();
    }

    private static @Nullable Integer size(ModelCall call) {
        Json result = call.result();
        return result == null ? null : result.length();
    }

    private static JsonNode error(ModelCall call) {
        Json error = call.error();
        try {
            return error == null ? MissingNode.getInstance() : JSON.readTree(error.bytes());
        } catch (IOException e) {
            // it was read once already: only a number beyond Java's would do this, and it is no code to go by
            return MissingNode.getInstance();
        }
    }

    private static @Nullable String line(@Nullable JsonNode text) {
        return text == null ? null : OneLine.of(text.asText());
    }
}
