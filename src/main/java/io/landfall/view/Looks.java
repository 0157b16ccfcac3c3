package io.landfall.view;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.Severity;
import io.landfall.ledger.Ledger;
import io.landfall.state.Task;
import io.landfall.view.DocumentLook.Seen;
import io.landfall.view.WriteOutcome.Failed;
import io.landfall.view.Writing.Question;

/** Answers the open questions of writes: whose document is there, what does it hold, and who is ahead of whom. */
final class Looks {
    /** So often a version may be in the way of one write, before it is left to a later try. */
    static final int MOST_CONFLICTS = 5;

    private final DocumentLook look;
    private final Ledger ledger;
    private final Alarms alarms;
    private final boolean trustIds;

    Looks(DocumentLook look, Ledger ledger, Alarms alarms, boolean trustIds) {
        this.look = look;
        this.ledger = ledger;
        this.alarms = alarms;
        this.trustIds = trustIds;
    }

    /** Rows that were read too long ago are read again; a task that is gone has nothing to show. */
    Map<Writing, WriteOutcome> rereadOld(Collection<Writing> writings, long nowNanos) {
        List<Writing> old =
                writings.stream().filter(writing -> writing.isOld(nowNanos)).toList();
        if (old.isEmpty()) {
            return Map.of();
        }
        Map<Writing, WriteOutcome> settled = new LinkedHashMap<>();
        Map<String, Task> rows = rows(old);
        for (Writing writing : old) {
            Task row = rows.get(writing.task().id());
            if (row == null) {
                settled.put(writing, new WriteOutcome.Superseded());
            } else {
                writing.reread(row, nowNanos);
            }
        }
        return settled;
    }

    /** Looks once at everything that has a question; those not in the answer may be sent now. */
    Map<Writing, WriteOutcome> answer(Collection<Writing> writings) throws IOException {
        Map<String, List<Writing>> byIndex = new LinkedHashMap<>();
        for (Writing writing : writings) {
            if (writing.question != Question.NONE) {
                byIndex.computeIfAbsent(writing.index(), index -> new ArrayList<>())
                        .add(writing);
            }
        }
        Map<Writing, WriteOutcome> settled = new LinkedHashMap<>();
        for (Map.Entry<String, List<Writing>> entry : byIndex.entrySet()) {
            List<Writing> asked = entry.getValue();
            List<String> ids =
                    asked.stream().map(writing -> writing.task().id()).toList();
            boolean sources = asked.stream().anyMatch(writing -> writing.shared);
            List<Seen> seen = sources ? look.sources(entry.getKey(), ids) : look.versions(entry.getKey(), ids);
            judge(asked, seen, settled);
        }
        return settled;
    }

    private void judge(List<Writing> asked, List<Seen> seen, Map<Writing, WriteOutcome> settled) {
        List<Writing> inConflict = new ArrayList<>();
        for (int i = 0; i < asked.size(); i++) {
            if (isInConflict(asked.get(i), seen.get(i))) {
                inConflict.add(asked.get(i));
            }
        }
        Map<String, Task> rows = inConflict.isEmpty() ? Map.of() : rows(inConflict);
        for (int i = 0; i < asked.size(); i++) {
            Writing writing = asked.get(i);
            WriteOutcome outcome = isInConflict(writing, seen.get(i))
                    ? conflict(writing, seen.get(i), rows.get(writing.task().id()))
                    : null;
            if (outcome == null) {
                outcome = writing.shared ? merge(writing, seen.get(i)) : foreign(writing, seen.get(i));
            }
            writing.question = Question.NONE;
            if (outcome != null) {
                settled.put(writing, outcome);
            }
        }
    }

    private static boolean isInConflict(Writing writing, Seen seen) {
        return writing.question == Question.CONFLICT
                || (writing.shared
                        && seen.ownVersion() != null
                        && seen.ownVersion() > writing.task().version());
    }

    /** A version is in the way. If the ledger knows of it, ours is old news; else the ledger is behind its own view. */
    private @Nullable WriteOutcome conflict(Writing writing, Seen seen, @Nullable Task row) {
        if (row == null) {
            return new WriteOutcome.Superseded();
        }
        WriteOutcome foreign = writing.shared ? null : foreign(writing, seen);
        if (foreign != null) {
            return foreign;
        }
        long own = seen.ownVersion() == null ? -1 : seen.ownVersion();
        long inTheWay = writing.shared ? own : Math.max(own, Math.max(seen.indexVersion(), writing.conflictVersion));
        boolean newer = row.version() > writing.task().version();
        boolean known = own >= writing.task().version() && own <= row.version();
        if (newer && (known || row.landedVersion() >= inTheWay)) {
            return new WriteOutcome.Superseded();
        }
        if (writing.conflicts > MOST_CONFLICTS) {
            return row.version() < inTheWay
                    ? new WriteOutcome.Ahead(inTheWay)
                    : new Failed(false, "conflicts", "others keep writing to this document", null, 409);
        }
        writing.reread(row.version() >= inTheWay ? row : raise(row, inTheWay), System.nanoTime());
        return null;
    }

    private Task raise(Task row, long inTheWay) {
        // nobody can take it back: what is ahead of the ledger shows itself document by document
        alarms.occurred(
                "view-ahead:" + row.index(),
                Severity.P2,
                "Documents of index " + row.index()
                        + " are newer than the ledger (restored from a backup, or written by"
                        + " others?); it is raised above them. Last: task " + row.id() + ", version " + inTheWay
                        + " in the way of " + row.version());
        return ledger.raise(row.id(), inTheWay);
    }

    private @Nullable WriteOutcome foreign(Writing writing, Seen seen) {
        if (trustIds || writing.isTargeted() || !seen.found() || seen.ownVersion() != null) {
            return null;
        }
        String index = writing.task().index();
        String reason =
                "index " + index + " holds a document of somebody else under this id: it has no landfall.version."
                        + " Set landfall.view.index-modes." + index + "=merge to share it";
        return new Failed(true, "foreign", reason, null, 0);
    }

    private static @Nullable WriteOutcome merge(Writing writing, Seen seen) {
        if (writing.task().isDeleted() && seen.ownVersion() == null) {
            return new WriteOutcome.Landed(List.of(), null);
        }
        writing.mergeWith(seen);
        return null;
    }

    private Map<String, Task> rows(List<Writing> writings) {
        Map<String, Task> rows = new HashMap<>();
        List<String> ids =
                writings.stream().map(writing -> writing.task().id()).distinct().toList();
        for (Task task : ledger.read(ids)) {
            rows.put(task.id(), task);
        }
        return rows;
    }

    /** Whether that name is an alias now. */
    boolean isAlias(String index) throws IOException {
        return look.isAlias(index);
    }

    /** Whether the view takes bulks as such. */
    boolean takesBulks(String index) throws IOException {
        return look.takesBulks(index);
    }
}
