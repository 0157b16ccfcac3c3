package io.landfall.audit;

import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.support.TransactionOperations;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.OneLine;
import io.landfall.alarm.Severity;
import io.landfall.job.Job;
import io.landfall.job.JobEnds;
import io.landfall.job.JobEnds.Why;
import io.landfall.job.Waiting;
import io.landfall.ledger.BooksCheck;
import io.landfall.ledger.LogCheck;
import io.landfall.ledger.OperatorActions;
import io.landfall.ledger.RowRepair;
import io.landfall.view.DocumentCheck;

/**
 * Audits, one at a time in the whole cluster: begun and stopped by people or by the clock, worked on by whoever holds the
 * lease, gone on with where the last one who worked on it was stopped.
 */
public final class Audit implements Job {
    /** Open while the last audit that went to its end left something that does not hold. */
    static final String DIFFERS = "audit-differs";

    static final String FAILS = "audit-fails";

    /** The name of who begins audits by the clock. */
    static final String SCHEDULE = "schedule";

    private static final Logger LOG = LoggerFactory.getLogger(Audit.class);

    private final JdbcTemplate jdbc;
    private final TransactionOperations transaction;
    private final AuditStore store;
    private final AuditRun.Parts parts;
    private final AuditConfiguration configuration;
    private final Alarms alarms;
    private final String node;
    private final CountDownLatch closing = new CountDownLatch(1);

    /** Audits of what is in reach, on behalf of that node. */
    public Audit(Reach reach, AuditConfiguration configuration, Alarms alarms, String node) {
        this.jdbc = reach.ledger();
        this.transaction = reach.transactions().named("steer-audit");
        this.store = new AuditStore(jdbc);
        this.configuration = configuration;
        this.alarms = alarms;
        this.node = node;
        LogCheck log = new LogCheck(jdbc, reach.transactions());
        DocumentCheck documents = new DocumentCheck(reach.view(), reach.viewConfiguration());
        RowRepair rows = new RowRepair(
                jdbc,
                reach.transactions(),
                reach.minAges(),
                reach.viewConfiguration().indices().get(0));
        this.parts = new AuditRun.Parts(
                jdbc,
                log,
                new Examiner(log, documents, jdbc),
                new Repairs(jdbc, rows, reach.writes()),
                new Orphans(jdbc, reach.view(), documents),
                new BooksCheck(jdbc, reach.transactions()),
                reach.ends(),
                reach.viewConfiguration().indices());
    }

    /** The end of an attempt to begin one. */
    public sealed interface Begun {}

    /** It begins as soon as a node is free. */
    public record Accepted(long id) implements Begun {}

    /** One at a time; this is the one. */
    public record AlreadyRunning(AuditState running) implements Begun {}

    /**
     * Begins an audit.
     *
     * @param by who wants it, for the record
     * @param repair whether to put right what differs
     * @param orphans whether to look for documents that no task knows, too: a search over whole indices
     */
    public Begun begin(String by, boolean repair, boolean orphans) {
        return begin(by, repair, orphans, Only.ALL);
    }

    /** The same of some tasks. */
    public Begun begin(String by, boolean repair, boolean orphans, Only only) {
        Optional<Long> id = inOne(() -> {
            Optional<Long> begun = store.begin(by, repair, orphans, only, false);
            String which = only.isAll() ? "" : ", " + OneLine.of(only.toString());
            String detail = ", repair=" + repair + ", orphans=" + orphans + which;
            begun.ifPresent(audit -> act(by, "audit.run", "audit " + audit + detail));
            return begun;
        });
        if (id.isPresent()) {
            return new Accepted(id.get());
        }
        return latest().<Begun>map(AlreadyRunning::new).orElseThrow();
    }

    /** Begins one by the clock, unless one is running or another node's clock was faster. */
    void beginOnSchedule() {
        store.begin(SCHEDULE, false, false, Only.ALL, true);
    }

    /** Asks the running audit to end; what it found so far stays. Empty: none is running. */
    public Optional<Long> stop(String by) {
        return inOne(() -> {
            Optional<Long> id = store.stop();
            id.ifPresent(running -> act(by, "audit.stop", "audit " + running));
            return id;
        });
    }

    /** In one transaction: what an operator does and the record of it. */
    private Optional<Long> inOne(Supplier<Optional<Long>> action) {
        return Objects.requireNonNull(transaction.execute(status -> action.get()));
    }

    /** The newest one; empty: there was none yet. */
    public Optional<AuditState> latest() {
        return store.latest();
    }

    private void act(String by, String action, String detail) {
        new OperatorActions(jdbc).keep(by, action, null, detail, 1);
    }

    @Override
    public void work() {
        store.claim(node).ifPresent(this::workOn);
    }

    @Override
    public void close() {
        closing.countDown();
    }

    private void workOn(Lease lease) {
        Waiting waiting = new Waiting("audit " + lease.auditId, lease::renew, closing);
        Findings findings = new Findings(jdbc, lease.auditId);
        AuditRun run = new AuditRun(lease, waiting, findings, parts, configuration);
        LOG.info("audit {} goes on from phase {}, task '{}'", lease.auditId, lease.phase(), lease.cursor());
        try {
            waiting.untilDone(() -> {
                run.run();
                report(findings, lease, true);
                lease.end("DONE", null);
                alarms.close(FAILS);
            });
        } catch (JobEnds end) {
            ended(lease, findings, end.why());
        } catch (RuntimeException e) {
            LOG.error("audit {} failed", lease.auditId, e);
            alarms.raise(FAILS, Severity.P2, "audit " + lease.auditId + " failed; the log says more: " + OneLine.of(e));
            lease.end("FAILED", OneLine.of(e));
        }
    }

    private void ended(Lease lease, Findings findings, Why why) {
        LOG.info("audit {} ends here: {}", lease.auditId, why);
        if (why == Why.STOPPED) {
            report(findings, lease, false);
            lease.end("STOPPED", null);
        } else if (why == Why.CLOSING) {
            lease.giveBack();
        }
    }

    private void report(Findings findings, Lease lease, boolean whole) {
        long auditId = lease.auditId;
        String unrepaired = findings.unrepaired();
        LOG.info("audit {}: {}", auditId, unrepaired.isEmpty() ? nothing(whole) : unrepaired);
        if (!unrepaired.isEmpty()) {
            alarms.raise(
                    DIFFERS,
                    Severity.P2,
                    "audit " + auditId + " found " + unrepaired + "; see /api/audit/" + auditId + "/findings");
        } else if (whole && lease.only.isAll() && findings.isClean()) {
            alarms.close(DIFFERS);
        }
    }

    private static String nothing(boolean whole) {
        return whole ? "nothing is left that differs" : "nothing was found till then";
    }
}
