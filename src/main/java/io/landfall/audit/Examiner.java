package io.landfall.audit;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;

import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.ledger.LogCheck;
import io.landfall.ledger.RowCheck;
import io.landfall.state.Task;
import io.landfall.view.DocumentCheck;
import io.landfall.view.DocumentCheck.Sight;

/** Looks at some tasks once: log, row, document, failures. */
final class Examiner {
    private final LogCheck log;
    private final DocumentCheck documents;
    private final JdbcTemplate jdbc;

    Examiner(LogCheck log, DocumentCheck documents, JdbcTemplate jdbc) {
        this.log = log;
        this.documents = documents;
        this.jdbc = jdbc;
    }

    /**
     * What one look saw.
     *
     * @param version the row's; -1: no row
     * @param foldable whether the log says what the row should be
     * @param findings may be of work under way: they count when a later look sees them too
     */
    record Look(String taskId, long version, boolean foldable, List<Finding> findings) {}

    /** One look a task. Throws {@link IOException} when the view can't be asked now. */
    List<Look> look(Collection<String> taskIds) throws IOException {
        List<RowCheck> checks = log.check(taskIds);
        List<Task> rows =
                checks.stream().map(RowCheck::row).filter(Objects::nonNull).toList();
        Map<String, Sight> sights = documents.look(rows);
        Judgement judgement = new Judgement(KnownFailures.read(jdbc, taskIds));
        List<Look> looks = new ArrayList<>(checks.size());
        for (RowCheck check : checks) {
            Task row = check.row();
            looks.add(new Look(
                    check.taskId(),
                    row == null ? -1 : row.version(),
                    !(check.verdict() instanceof RowCheck.NotFoldable),
                    judgement.of(check, sights.get(check.taskId()))));
        }
        return looks;
    }
}
