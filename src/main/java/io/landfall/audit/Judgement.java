package io.landfall.audit;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.landfall.ledger.RowCheck;
import io.landfall.state.Task;
import io.landfall.view.DocumentCheck.Sight;
import io.landfall.view.DocumentCheck.Standing;

/** What of a task does not hold, once its log, row, document and failures are on the table. Pure. */
final class Judgement {
    private final KnownFailures failures;

    Judgement(KnownFailures failures) {
        this.failures = failures;
    }

    /**
     * Judges.
     *
     * @param sight null: there was no row to hold a document against
     */
    List<Finding> of(RowCheck check, @Nullable Sight sight) {
        List<Finding> findings = new ArrayList<>();
        ofRow(check, findings);
        Task row = check.row();
        if (row != null && sight != null) {
            ofDocument(row, sight, findings);
        }
        return findings;
    }

    private static void ofRow(RowCheck check, List<Finding> findings) {
        if (check.verdict() instanceof RowCheck.Differs differs) {
            findings.add(new Finding(FindingKind.ROW_DIFFERS, check.taskId(), differs.what()));
        } else if (check.verdict() instanceof RowCheck.Missing) {
            findings.add(new Finding(FindingKind.ROW_MISSING, check.taskId(), "the log has applied events of it"));
        } else if (check.verdict() instanceof RowCheck.Unreadable unreadable) {
            findings.add(new Finding(FindingKind.ROW_UNREADABLE, check.taskId(), unreadable.why()));
        }
    }

    private void ofDocument(Task row, Sight sight, List<Finding> findings) {
        FindingKind kind = kind(row, sight);
        if (kind != null) {
            findings.add(new Finding(kind, row.id(), detail(kind, row, sight)));
        }
    }

    private @Nullable FindingKind kind(Task row, Sight sight) {
        if (sight.standing() == Standing.NEWER) {
            return FindingKind.DOCUMENT_NEWER;
        }
        if (sight.standing() == Standing.DIFFERENT) {
            return FindingKind.DOCUMENT_DIFFERS;
        }
        if (row.isUnlanded()) {
            return failures.explain(row) ? null : FindingKind.UNLANDED;
        }
        return switch (sight.standing()) {
            case ABSENT -> FindingKind.DOCUMENT_MISSING;
            case OLDER -> FindingKind.DOCUMENT_OLDER;
            case FOREIGN -> FindingKind.DOCUMENT_FOREIGN;
            case LEFT -> FindingKind.DOCUMENT_LEFT;
            default -> ofLanded(row, sight);
        };
    }

    private @Nullable FindingKind ofLanded(Task row, Sight sight) {
        if (sight.incomplete()) {
            return failures.explainGaps(row) ? null : FindingKind.DOCUMENT_INCOMPLETE;
        }
        return failures.outlived(row) ? FindingKind.FAILURE_OUTLIVED : null;
    }

    private static String detail(FindingKind kind, Task row, Sight sight) {
        String ledger = "version " + row.version() + ", landed " + row.landedVersion();
        return switch (kind) {
            case DOCUMENT_DIFFERS -> ledger + "; " + sight.what();
            case DOCUMENT_MISSING, DOCUMENT_FOREIGN -> ledger;
            default -> ledger + "; document " + sight.standing() + " of version " + sight.version();
        };
    }
}
