package io.landfall.audit;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.springframework.jdbc.core.JdbcTemplate;

import io.landfall.audit.Examiner.Look;
import io.landfall.audit.Findings.Suspect;
import io.landfall.audit.Lease.Phase;
import io.landfall.job.JobEnds;
import io.landfall.job.Waiting;
import io.landfall.ledger.BooksCheck;
import io.landfall.ledger.BooksCheck.Account;
import io.landfall.ledger.LogCheck;
import io.landfall.ledger.LogCheck.Sized;

/** The work of one audit, from where it stands to its end, on one thread. Whatever it throws, it can be gone on with. */
final class AuditRun {
    private static final int PAGE = 500;
    /** Content and log of a chunk of tasks, beside which their documents are in memory. */
    private static final long CHUNK_BYTES = 8L << 20;

    private static final int SUSPECTS = 20;

    /** So often a task that keeps changing is looked at; wrong each time, it counts. */
    private static final int MOST_LOOKS = 10;

    private static final String WITHOUT_TASK =
            """
            select f.task_id from failure f where f.kind = 'document' and f.status in ('PENDING', 'CLAIMED', 'EXHAUSTED',
                'PERMANENT') and not exists (select 1 from task t where t.task_id = f.task_id) order by 1 limit 10000
            """;

    private final Lease lease;
    private final Waiting waiting;
    private final Findings findings;
    private final Parts parts;
    private final AuditConfiguration configuration;

    /** What an audit is done with. */
    record Parts(
            JdbcTemplate jdbc,
            LogCheck log,
            Examiner examiner,
            Repairs repairs,
            Orphans orphans,
            BooksCheck books,
            PartitionEnds ends,
            List<String> indices) {}

    AuditRun(Lease lease, Waiting waiting, Findings findings, Parts parts, AuditConfiguration configuration) {
        this.lease = lease;
        this.waiting = waiting;
        this.findings = findings;
        this.parts = parts;
        this.configuration = configuration;
    }

    /** Goes to the end. Throws {@link JobEnds} when it must not, and what the servers throw when they are away. */
    void run() throws IOException {
        if (lease.phase() == Phase.TASKS) {
            if (lease.only.taskIds().isEmpty()) {
                lookAtAll();
            } else {
                lookAtNamed();
            }
            while (findings.anySuspects()) {
                waiting.pause(Duration.ofMillis(500));
                lookAgain();
            }
            lease.enter(Phase.ORPHANS);
        }
        if (lease.phase() == Phase.ORPHANS) {
            if (lease.orphans) {
                for (String index : parts.indices) {
                    orphans(index);
                }
            }
            lease.enter(Phase.BOOKS);
        }
        if (lease.only.isAll()) {
            failuresWithoutTask();
            books();
        }
    }

    /** Those that a person named, whether or not they have a row: one by one, for nobody knows how large they are. */
    private void lookAtNamed() throws IOException {
        String from = lease.cursor();
        for (String id : lease.only.taskIds()) {
            if (id.compareTo(from) > 0) {
                first(List.of(id));
                lookAgain();
            }
        }
    }

    private void lookAtAll() throws IOException {
        List<Sized> page;
        do {
            lease.renew();
            String from = lease.cursor();
            page = parts.log.ids(from, PAGE, lease.only.index(), lease.only.taskType());
            String last = page.size() < PAGE ? null : page.get(PAGE - 1).taskId();
            if (lease.only.isAll()) {
                for (String rowless : parts.log.rowless(from, last, PAGE)) {
                    suspect(List.of(rowless));
                }
            }
            List<String> chunk = new ArrayList<>();
            long bytes = 0;
            for (Sized task : page) {
                if (!task.wanted()) {
                    continue;
                }
                if (!chunk.isEmpty() && bytes + task.bytes() > CHUNK_BYTES) {
                    first(chunk);
                    chunk.clear();
                    bytes = 0;
                }
                chunk.add(task.taskId());
                bytes += task.bytes();
            }
            if (!chunk.isEmpty()) {
                first(chunk);
            }
            if (last != null) {
                lease.advance(last, 0, 0);
            }
            lookAgain();
        } while (page.size() == PAGE);
    }

    private void first(List<String> ids) throws IOException {
        int notFoldable = suspect(ids);
        lease.advance(ids.get(ids.size() - 1), ids.size(), notFoldable);
        keepPace(ids.size());
    }

    private void keepPace(int looked) {
        lease.renew();
        waiting.pause(Duration.ofNanos(1_000_000_000L * looked / configuration.rate()));
    }

    private int suspect(List<String> ids) throws IOException {
        int notFoldable = 0;
        for (Look look : parts.examiner.look(ids)) {
            notFoldable += look.foldable() ? 0 : 1;
            if (!look.findings().isEmpty()) {
                findings.suspect(look);
            }
        }
        return notFoldable;
    }

    /** At all that were suspected long enough ago. */
    private void lookAgain() throws IOException {
        List<Suspect> due = findings.due(configuration.settle(), SUSPECTS);
        while (!due.isEmpty()) {
            List<Look> looks =
                    parts.examiner.look(due.stream().map(Suspect::taskId).toList());
            for (int i = 0; i < looks.size(); i++) {
                lease.renew();
                settle(due.get(i), looks.get(i));
            }
            due = findings.due(configuration.settle(), SUSPECTS);
        }
    }

    private void settle(Suspect suspect, Look look) {
        boolean stayed = look.version() == suspect.seenVersion() || suspect.looks() >= MOST_LOOKS;
        if (!look.findings().isEmpty() && !stayed) {
            findings.lookedAgain(look.taskId(), look.version());
            return;
        }
        look.findings().forEach(findings::found);
        if (lease.repair && !look.findings().isEmpty() && parts.repairs.repair(lease.auditId, look)) {
            look.findings().forEach(findings::repaired);
        }
        findings.clear(look.taskId());
    }

    private void orphans(String index) throws IOException {
        List<String> suspects = parts.orphans.suspects(index, this::keepPace);
        if (suspects.isEmpty()) {
            return;
        }
        waiting.pause(configuration.settle());
        for (String id : parts.orphans.confirm(index, suspects)) {
            findings.found(new Finding(FindingKind.DOCUMENT_ORPHAN, id, "in index " + index));
        }
    }

    private void failuresWithoutTask() {
        for (String id : parts.jdbc.queryForList(WITHOUT_TASK, String.class)) {
            findings.found(
                    new Finding(FindingKind.FAILURE_WITHOUT_TASK, id, "an open failure of a task that is not there"));
        }
    }

    private void books() throws IOException {
        lease.renew();
        for (Account account : parts.books.accounts()) {
            List<String> complaints = new ArrayList<>(account.complaints());
            // asked for after the books were read: an end only moves on
            Map<Integer, Long> ends = parts.ends.of(account.topic());
            Long end = ends.get(account.partition());
            if (!ends.isEmpty() && (end == null || account.highestOffset() >= end)) {
                complaints.add("offset " + account.highestOffset() + " was received, and the partition "
                        + (end == null ? "is not there" : "ends at " + end) + ": was the topic made anew?");
            }
            if (!complaints.isEmpty()) {
                String subject = account.topic() + "-" + account.partition();
                findings.found(new Finding(FindingKind.BOOKS, subject, String.join("; ", complaints)));
            }
            lease.renew();
        }
    }
}
