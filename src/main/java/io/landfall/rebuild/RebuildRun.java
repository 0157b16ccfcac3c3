package io.landfall.rebuild;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.Severity;
import io.landfall.job.JobEnds;
import io.landfall.job.Waiting;
import io.landfall.ledger.Ledger;
import io.landfall.rebuild.Lease.Done;
import io.landfall.rebuild.Pages.Found;
import io.landfall.rebuild.TaskPages.Row;
import io.landfall.view.ConcreteIndices;
import io.landfall.view.ViewMismatch;

/** The work of one rebuild, from where it stands to its end, on one thread. Whatever it throws, it can be gone on with. */
final class RebuildRun {
    /** Open while failures of the new index keep the alias from moving. */
    static final String WAITS = "rebuild-waits";

    /** A row is dated by the begin of its transaction, and writes may be on their way for a while: longer than both. */
    static final Duration SLACK = Duration.ofMinutes(10);

    private static final Logger LOG = LoggerFactory.getLogger(RebuildRun.class);
    private static final Duration BEFORE_RETRY = Duration.ofSeconds(5);
    private static final int PAGE = 500;

    /** So few that changed without landing in both can be left to the last comparison. */
    private static final int FEW = 100;

    private static final int MOST_ROUNDS = 5;

    private final Lease lease;
    private final Waiting waiting;
    private final Parts parts;
    private final Pages pages;
    private final Progress progress;

    /** What a rebuild is done with. */
    record Parts(
            RebuildStore store,
            ConcreteIndices indices,
            TaskPages pages,
            Ledger ledger,
            Documents documents,
            NewIndexFailures failures,
            Alarms alarms,
            RebuildConfiguration configuration) {}

    RebuildRun(Lease lease, Waiting waiting, Parts parts) {
        this.lease = lease;
        this.waiting = waiting;
        this.parts = parts;
        this.pages = new Pages(lease, parts.pages);
        this.progress = new Progress(lease, parts.store);
    }

    /** Goes to the end. Throws {@link JobEnds} when it must not, and what the servers throw when they are away. */
    void run() throws IOException {
        if (lease.phase() == Phase.PREPARE) {
            prepare();
            lease.enter(Phase.SCAN);
        }
        if (lease.phase() == Phase.SCAN) {
            scan();
            lease.enter(Phase.COMPARE);
        }
        if (lease.phase() == Phase.COMPARE) {
            compareUntilEqual();
            lease.enter(Phase.SWAP);
        }
        if (lease.phase() == Phase.SWAP) {
            mustBeTheSame();
            parts.indices.swap(lease.alias, newIndex());
            lease.swapped();
            LOG.info("rebuild {}: {} stands for {} now", lease.id, lease.alias, newIndex());
            lease.enter(Phase.CHECK);
        }
        check();
        parts.failures.closeAll(newIndex());
    }

    private void prepare() throws IOException {
        String alias = lease.alias;
        if (lease.newIndex() == null) {
            String old = String.join(",", parts.indices.behind(alias));
            lease.name(parts.indices.nextName(alias, parts.store.names(alias)), old);
        }
        parts.indices.make(alias, newIndex());
        String uuid = parts.indices.uuid(newIndex());
        if (uuid == null) {
            throw new IOException("index " + newIndex() + " is not there yet");
        }
        lease.made(uuid);
    }

    private String newIndex() {
        return Objects.requireNonNull(lease.newIndex());
    }

    private void mustBeTheSame() throws IOException {
        if (!Objects.equals(parts.indices.uuid(newIndex()), lease.uuid())) {
            throw new ViewMismatch("index " + newIndex()
                    + " was deleted or made anew by somebody else: what was written to it is gone; begin again");
        }
    }

    private void scan() throws IOException {
        Found page;
        do {
            mustBeTheSame();
            page = pages.next(lease.since().minus(SLACK));
            for (List<Row> chunk : page.chunks()) {
                long began = System.nanoTime();
                // one that was deleted long ago has nothing to show; a later delete must meet late writers
                List<String> ids = ids(chunk, row -> row.ours() && (!row.deleted() || row.changed()));
                Documents.Answer answer = parts.documents.aim(newIndex(), ids);
                int ours = ids(chunk, Row::ours).size();
                advance(chunk, Done.scanned(ours, answer.there().size(), answer.failed()));
                keepPace(ids.size(), began);
            }
        } while (page.isFull());
    }

    private void advance(List<Row> chunk, Done done) {
        lease.advance(chunk.get(chunk.size() - 1).taskId(), done);
        progress.tell();
    }

    private void keepPace(int written, long beganNanos) {
        long due = 1_000_000_000L * written / parts.configuration.rate();
        waiting.pause(Duration.ofNanos(due - (System.nanoTime() - beganNanos)), null);
    }

    private void compareUntilEqual() throws IOException {
        for (int round = 1; ; round++) {
            // where a comparison is gone on with, its begin is not known: then the same is compared once more
            Instant began = lease.cursor().isEmpty() ? parts.ledger.now() : lease.since();
            int stale = compare();
            tryAgain();
            lease.compareSince(began);
            if (awaitFailures() && (stale <= FEW || round >= MOST_ROUNDS)) {
                return;
            }
        }
    }

    /** What changed meanwhile; returns how much of it the new index did not have. */
    private int compare() throws IOException {
        int allStale = 0;
        Found page;
        do {
            mustBeTheSame();
            page = pages.next(lease.since().minus(SLACK));
            for (List<Row> chunk : page.chunks()) {
                long began = System.nanoTime();
                List<Row> changed = chunk.stream()
                        .filter(row -> row.ours() && row.changed())
                        .toList();
                Comparison comparison = parts.documents.compare(newIndex(), changed);
                parts.failures.outdone(newIndex(), comparison.same());
                // a delete goes again though nothing is there: a late writer must meet it
                List<String> ids = ids(changed, row -> row.deleted() || comparison.isStale(row));
                Documents.Answer answer = parts.documents.aim(newIndex(), ids);
                parts.failures.resolve(newIndex(), answer.there());
                int stale = comparison.stale().size();
                allStale += stale;
                advance(chunk, Done.compared(changed.size(), stale, answer.failed()));
                keepPace(ids.size(), began);
            }
        } while (page.isFull());
        return allStale;
    }

    private void tryAgain() throws IOException {
        String after = "";
        List<String> ids;
        do {
            lease.renew();
            ids = parts.failures.toTry(newIndex(), after, PAGE);
            if (!ids.isEmpty()) {
                after = ids.get(ids.size() - 1);
                parts.failures.resolve(
                        newIndex(), parts.documents.aim(newIndex(), ids).there());
            }
        } while (ids.size() == PAGE);
    }

    /** False: some were in the way for a while, so that more may have changed. */
    private boolean awaitFailures() throws IOException {
        long open = parts.failures.inTheWay(newIndex(), lease.alias);
        boolean none = open == 0;
        while (open > 0) {
            String note = open + " failures of " + newIndex()
                    + " keep the alias from moving: retry or abandon them, see" + " /api/failures?index=" + newIndex();
            parts.alarms.raise(WAITS, Severity.P2, "rebuild " + lease.id + ": " + note);
            waiting.pause(BEFORE_RETRY, note);
            tryAgain();
            open = parts.failures.inTheWay(newIndex(), lease.alias);
        }
        parts.alarms.close(WAITS);
        return none;
    }

    private void check() throws IOException {
        Found page;
        do {
            page = pages.next(lease.since().minus(SLACK));
            for (List<Row> chunk : page.chunks()) {
                long began = System.nanoTime();
                List<Row> asked = chunk.stream()
                        .filter(row -> row.ours() && (row.changed() || row.unlanded() || row.failing()))
                        .toList();
                Comparison comparison = parts.documents.compare(lease.alias, asked);
                List<String> ids = ids(asked, row -> comparison.isStale(row) || row.unlanded() || row.failing());
                parts.documents.land(comparison.stale(), ids);
                advance(chunk, Done.compared(asked.size(), comparison.stale().size(), 0));
                keepPace(ids.size(), began);
            }
        } while (page.isFull());
        checkFailed();
    }

    /** What the new index refused, and what a person gave up so that the alias could move. */
    private void checkFailed() throws IOException {
        String after = "";
        List<String> ids;
        do {
            lease.renew();
            ids = parts.failures.tasks(newIndex(), after, PAGE);
            if (!ids.isEmpty()) {
                after = ids.get(ids.size() - 1);
                parts.documents.land(parts.documents.stale(lease.alias, ids), ids);
            }
        } while (ids.size() == PAGE);
    }

    private static List<String> ids(List<Row> rows, Predicate<Row> which) {
        List<String> ids = new ArrayList<>();
        rows.stream().filter(which).forEach(row -> ids.add(row.taskId()));
        return ids;
    }
}
