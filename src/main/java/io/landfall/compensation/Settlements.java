package io.landfall.compensation;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleSupplier;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.landfall.ledger.Printable;
import io.landfall.view.Backoff;
import io.landfall.view.WriteOutcome;
import io.landfall.view.Written;

/** What becomes of claimed failures, judged by what the view made of their writes: {@code sql/settle-failures.sql}. */
public final class Settlements {
    private final Backoff backoff;
    private final DoubleSupplier random;

    Settlements(Backoff backoff, DoubleSupplier random) {
        this.backoff = backoff;
        this.random = random;
    }

    /**
     * One claim's end.
     *
     * @param status that the failure moves to
     * @param tried false: nothing was tried, so it is given back and the attempt undone
     * @param waitMillis until the next try, when it is PENDING after a try
     */
    record Settlement(
            Claim claim,
            String status,
            boolean tried,
            long version,
            String cause,
            String reason,
            @Nullable String field,
            int httpStatus,
            int durationMillis,
            long waitMillis) {}

    /** The statement's parameters, one array a column. Indices that took no writes are skipped for the rest of the run. */
    public Map<String, Object> parameters(Run run, Collection<Claim> claims, Collection<Written> written) {
        Map<String, Written> byTask = written.stream()
                .collect(Collectors.toMap(one -> one.write().task().id(), one -> one, (first, second) -> second));
        List<Settlement> settlements = new ArrayList<>(claims.size());
        for (Claim claim : claims) {
            Settlement settlement = settle(claim, byTask.get(claim.taskId()), run.settings());
            if (!settlement.tried) {
                run.skipped.add(claim.index());
            }
            settlements.add(settlement);
        }
        Map<String, Object> parameters = columns(settlements);
        parameters.put("token", run.token.toString());
        return parameters;
    }

    Settlement settle(Claim claim, @Nullable Written written, Settings settings) {
        if (written == null) {
            return closed(claim, "SUPERSEDED", claim.version(), "task-gone", 0, 0);
        }
        long version = written.write().task().version();
        int took = (int) Math.min(Integer.MAX_VALUE, written.took().toMillis());
        WriteOutcome outcome = written.outcome();
        if (outcome instanceof WriteOutcome.Landed landed) {
            WriteOutcome.Failed refusal = landed.refusal();
            return refusal == null
                    ? closed(claim, version > claim.version() ? "SUPERSEDED" : "RESOLVED", version, "landed", 200, took)
                    : failed(claim, version, refusal, took, settings);
        }
        if (outcome instanceof WriteOutcome.Superseded) {
            return closed(claim, "SUPERSEDED", version, "superseded", 409, took);
        }
        if (outcome instanceof WriteOutcome.Ahead ahead) {
            String reason = "the document's version rises as fast as ours: " + ahead.documentVersion();
            return failed(claim, version, new WriteOutcome.Failed(false, "ahead", reason, null, 409), took, settings);
        }
        if (outcome instanceof WriteOutcome.Failed failure) {
            return failed(claim, version, failure, took, settings);
        }
        // its index takes no writes: that is one failure of the index, not one more of this document
        return new Settlement(claim, "PENDING", false, version, "", "", null, 0, 0, 0);
    }

    private static Settlement closed(
            Claim claim, String status, long version, String cause, int httpStatus, int durationMillis) {
        return new Settlement(claim, status, true, version, cause, "", null, httpStatus, durationMillis, 0);
    }

    private Settlement failed(Claim claim, long version, WriteOutcome.Failed failure, int took, Settings settings) {
        String status =
                failure.permanent() ? "PERMANENT" : claim.tries() >= settings.maxAttempts() ? "EXHAUSTED" : "PENDING";
        String field = failure.field();
        return new Settlement(
                claim,
                status,
                true,
                version,
                failure.cause(),
                Printable.of(failure.reason()),
                field == null ? null : Printable.of(field),
                failure.httpStatus(),
                took,
                backoff.after(claim.tries(), random).toMillis());
    }

    private static Map<String, Object> columns(List<Settlement> all) {
        Map<String, Object> columns = new HashMap<>();
        boolean[] tried = new boolean[all.size()];
        for (int i = 0; i < tried.length; i++) {
            tried[i] = all.get(i).tried();
        }
        columns.put("ids", all.stream().mapToLong(s -> s.claim().failureId()).toArray());
        columns.put("numbers", all.stream().mapToInt(s -> s.claim().number()).toArray());
        columns.put("statuses", all.stream().map(Settlement::status).toArray(String[]::new));
        columns.put("tried", tried);
        columns.put("versions", all.stream().mapToLong(Settlement::version).toArray());
        columns.put("causes", all.stream().map(Settlement::cause).toArray(String[]::new));
        columns.put("reasons", all.stream().map(Settlement::reason).toArray(String[]::new));
        columns.put("fields", all.stream().map(Settlement::field).toArray(String[]::new));
        columns.put(
                "httpStatuses", all.stream().mapToInt(Settlement::httpStatus).toArray());
        columns.put(
                "durations", all.stream().mapToInt(Settlement::durationMillis).toArray());
        columns.put("waits", all.stream().mapToLong(Settlement::waitMillis).toArray());
        return columns;
    }

    /** Counts what the statement answered; the statuses of what was tried, for metrics. */
    public List<String> count(Run run, List<?> rows) {
        List<String> statuses = new ArrayList<>(rows.size());
        for (Object each : rows) {
            Map<?, ?> row = (Map<?, ?>) each;
            String status = String.valueOf(row.get("status"));
            if (Boolean.TRUE.equals(row.get("tried"))) {
                run.tally.tried(status);
                run.guard.tried(!status.equals("RESOLVED") && !status.equals("SUPERSEDED"));
                statuses.add(status);
            }
        }
        return statuses;
    }
}
