package io.landfall.rebuild;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.ledger.Ledger;
import io.landfall.ledger.LedgerTransactions;
import io.landfall.rebuild.Comparison.Version;
import io.landfall.rebuild.TaskPages.Row;
import io.landfall.state.Task;
import io.landfall.view.DocumentCheck;
import io.landfall.view.ViewAway;
import io.landfall.view.ViewWrite;
import io.landfall.view.WriteOutcome;
import io.landfall.view.Written;

/** Writes and compares the current documents of tasks, some hundred at a time. */
final class Documents {
    /** As if their documents had never been acknowledged: they were, by an index that is not asked any more. */
    private static final String FORGET =
            """
            with forgotten as (
                select t.task_id from unnest(?::text[], ?::bigint[]) n(task_id, version)
                join task t on t.task_id = n.task_id and t.version = n.version and t.landed_version >= n.version
                order by t.task_id for update of t)
            update task t set landed_version = 0 from forgotten f where t.task_id = f.task_id
            """;

    private final Ledger ledger;
    private final DocumentCheck check;
    private final IndexWrites writes;
    private final JdbcTemplate jdbc;
    private final LedgerTransactions transactions;

    Documents(
            Ledger ledger,
            DocumentCheck check,
            IndexWrites writes,
            JdbcTemplate jdbc,
            LedgerTransactions transactions) {
        this.ledger = ledger;
        this.check = check;
        this.writes = writes;
        this.jdbc = jdbc;
        this.transactions = transactions;
    }

    /**
     * What became of writes.
     *
     * @param there what is in the index now whole, in this version or a newer one
     * @param failed what is not; it is on record
     */
    record Answer(List<Version> there, int failed) {
        static final Answer NONE = new Answer(List.of(), 0);
    }

    /**
     * Writes the current documents of these tasks into an index without an alias.
     *
     * @throws ViewAway the index takes no writes now
     */
    Answer aim(String newIndex, List<String> ids) {
        List<ViewWrite> current = current(ids, newIndex);
        return current.isEmpty() ? Answer.NONE : judge(writes.aim(current));
    }

    private List<ViewWrite> current(List<String> ids, @Nullable String target) {
        if (ids.isEmpty()) {
            return List.of();
        }
        long readAt = System.nanoTime();
        return ledger.read(ids).stream()
                .map(task -> new ViewWrite(task, readAt, target))
                .toList();
    }

    private static Answer judge(List<Written> written) {
        List<Version> there = new ArrayList<>();
        int failed = 0;
        for (Written one : written) {
            Task task = one.write().task();
            WriteOutcome outcome = one.outcome();
            if (outcome instanceof WriteOutcome.Blocked blocked) {
                throw new ViewAway(blocked.block().line(), null);
            }
            if (outcome instanceof WriteOutcome.Superseded
                    || (outcome instanceof WriteOutcome.Landed landed
                            && landed.incomplete().isEmpty())) {
                there.add(new Version(task.id(), task.version()));
            } else {
                failed++;
            }
        }
        return new Answer(there, failed);
    }

    /** Holds rows against the documents of that index or alias. */
    Comparison compare(String index, List<Row> rows) throws IOException {
        return Comparison.of(
                rows, check.versions(index, rows.stream().map(Row::taskId).toList()));
    }

    /** Of these tasks the ones whose documents are not what the ledger has. */
    List<Version> stale(String index, List<String> ids) throws IOException {
        // rows before documents: a document never comes before its row
        List<Row> rows = ledger.read(ids).stream()
                .map(task -> new Row(task.id(), task.version(), task.isDeleted(), true, true, false, false, 0))
                .toList();
        return compare(index, rows).stale();
    }

    /**
     * Lands these tasks once more.
     *
     * @param forgotten those that count as landed and are not there
     * @throws ViewAway the index takes no writes now
     */
    void land(List<Version> forgotten, List<String> ids) {
        if (!forgotten.isEmpty()) {
            transactions.run(
                    "forget-landings",
                    () -> jdbc.update(
                            FORGET,
                            forgotten.stream().map(Version::taskId).toArray(String[]::new),
                            forgotten.stream().mapToLong(Version::version).toArray()));
        }
        List<ViewWrite> current = current(ids, null);
        if (!current.isEmpty()) {
            judge(writes.land(current));
        }
    }
}
