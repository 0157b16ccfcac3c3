package io.landfall.audit;

import java.io.IOException;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.NonTransientDataAccessException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionOperations;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.OneLine;
import io.landfall.alarm.Severity;
import io.landfall.audit.AuditEnds.Why;
import io.landfall.ledger.BooksCheck;
import io.landfall.ledger.LedgerAway;
import io.landfall.ledger.LogCheck;
import io.landfall.ledger.OperatorActions;
import io.landfall.ledger.RowRepair;
import io.landfall.view.DocumentCheck;
import io.landfall.view.ViewAway;

/**
 * Audits, one at a time in the whole cluster: begun and stopped by people or by the clock, worked on by whoever holds the
 * lease, gone on with where the last one who worked on it was stopped.
 */
public final class Audit {
    /** Open while the last audit that went to its end left something that does not hold. */
    static final String DIFFERS = "audit-differs";

    static final String FAILS = "audit-fails";

    /** The name of who begins audits by the clock. */
    static final String SCHEDULE = "schedule";

    private static final Logger LOG = LoggerFactory.getLogger(Audit.class);
    private static final Duration BEFORE_NEXT_TRY = Duration.ofSeconds(5);

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

    /** Works on the running audit until its end, when nobody else does. False: there was nothing to do. */
    public boolean work() {
        Optional<Lease> claimed = store.claim(node);
        claimed.ifPresent(this::workOn);
        return claimed.isPresent();
    }

    /** Whoever works on an audit here lets go of it soon. */
    void close() {
        closing.countDown();
    }

    private void workOn(Lease lease) {
        Waiting waiting = new Waiting(lease, closing);
        Findings findings = new Findings(jdbc, lease.auditId);
        LOG.info("audit {} goes on from phase {}, task '{}'", lease.auditId, lease.phase(), lease.cursor());
        try {
            untilItsEnd(lease, waiting, findings);
        } catch (AuditEnds end) {
            ended(lease, findings, end.why);
        } catch (RuntimeException e) {
            LOG.error("audit {} failed", lease.auditId, e);
            alarms.raise(FAILS, Severity.P2, "audit " + lease.auditId + " failed; the log says more: " + line(e));
            lease.end("FAILED", line(e));
        }
    }

    /** Waits for servers that are away as long as it takes: an audit has time. */
    private void untilItsEnd(Lease lease, Waiting waiting, Findings findings) {
        AuditRun run = new AuditRun(lease, waiting, findings, parts, configuration);
        String told = "";
        while (true) {
            String absence;
            try {
                run.run();
                report(findings, lease, true);
                lease.end("DONE", null);
                alarms.close(FAILS);
                return;
            } catch (IOException | LedgerAway | ViewAway | TransactionException e) {
                absence = line(e);
            } catch (DataAccessException e) {
                if (e instanceof NonTransientDataAccessException
                        && !(e instanceof NonTransientDataAccessResourceException)) {
                    throw e;
                }
                absence = line(e);
            }
            if (!absence.equals(told)) {
                LOG.warn("audit {} waits: {}", lease.auditId, absence);
                told = absence;
            }
            await(waiting, absence);
        }
    }

    private static void await(Waiting waiting, String absence) {
        try {
            waiting.pause(BEFORE_NEXT_TRY, absence);
        } catch (DataAccessException e) {
            // the ledger itself is away: the lease can't be kept, and it will show whether somebody else took over
            LOG.debug("the lease is not renewed: {}", line(e));
            waiting.rest(BEFORE_NEXT_TRY);
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

    private static String line(Throwable e) {
        @Nullable String message = e.getMessage();
        String text = message == null ? e.getClass().getSimpleName() : message;
        String first = text.lines().findFirst().orElse("");
        return first.length() <= 500 ? first : first.substring(0, 500);
    }
}
