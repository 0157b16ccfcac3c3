package io.landfall.audit;

import java.util.List;
import java.util.Optional;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.alarm.LogKeys;
import io.landfall.audit.Examiner.Look;
import io.landfall.ledger.RowRepair;
import io.landfall.state.Task;

/** Puts one task right: its row by its log, its document by its row. Every repair leaves a line in the log. */
final class Repairs {
    private static final Logger LOG = LoggerFactory.getLogger(Repairs.class);

    private static final String CLOSE =
            """
            update failure f set status = 'RESOLVED', closed_at = now(), closed_by = 'audit'
            from task t where f.task_id = ? and t.task_id = f.task_id and t.index_name = f.index_name
                and f.version <= t.landed_version and t.version = ?
                and f.status in ('PENDING', 'CLAIMED', 'EXHAUSTED', 'PERMANENT')
            """;

    private final JdbcTemplate jdbc;
    private final RowRepair rows;
    private final ViewWrites writes;

    Repairs(JdbcTemplate jdbc, RowRepair rows, ViewWrites writes) {
        this.jdbc = jdbc;
        this.rows = rows;
        this.writes = writes;
    }

    /**
     * Repairs what the look saw.
     *
     * @return whether it is done; false: somebody was faster, or it can't be done from here
     */
    boolean repair(long auditId, Look look) {
        boolean done = false;
        if (has(look, true)) {
            done = land(rows.rewrite(look.taskId(), auditId));
        } else if (look.findings().stream().allMatch(finding -> finding.kind() == FindingKind.FAILURE_OUTLIVED)) {
            done = jdbc.update(CLOSE, look.taskId(), look.version()) > 0;
        } else if (has(look, false)) {
            done = land(rows.unland(look.taskId(), look.version()));
        }
        List<String> kinds =
                look.findings().stream().map(finding -> finding.kind().word()).toList();
        String what = done ? "repaired" : "not repaired";
        LogKeys.ofTask(look.taskId(), () -> LOG.warn("audit {}: task {} {}: {}", auditId, look.taskId(), kinds, what));
        return done;
    }

    private static boolean has(Look look, boolean ofRow) {
        return look.findings().stream().anyMatch(finding -> finding.kind().isOfRow() == ofRow);
    }

    private boolean land(Optional<Task> task) {
        return task.isPresent() && writes.write(task.get());
    }
}
