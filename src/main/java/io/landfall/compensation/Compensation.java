package io.landfall.compensation;

import java.sql.SQLException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.transaction.TransactionException;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.Severity;
import io.landfall.ledger.LedgerAway;
import io.landfall.ledger.Printable;
import io.landfall.view.ViewAway;

/** The life of a run: opened when something is due and nothing forbids it, kept in touch with the cluster, ended, reported. */
public final class Compensation {
    static final String ALARM = "compensation-fails";
    private static final Logger LOG = LoggerFactory.getLogger(Compensation.class);

    private final RunStore runs;
    private final ControlStore controls;
    private final Backlog backlog;
    private final ExhaustedAlarms exhausted;
    private final Settings configured;
    private final Alarms alarms;
    private final AtomicReference<@Nullable Run> current = new AtomicReference<>();

    Compensation(
            RunStore runs,
            ControlStore controls,
            Backlog backlog,
            ExhaustedAlarms exhausted,
            Settings configured,
            Alarms alarms) {
        this.runs = runs;
        this.controls = controls;
        this.backlog = backlog;
        this.exhausted = exhausted;
        this.configured = configured;
        this.alarms = alarms;
    }

    /**
     * The schedule's look: settles what lapsed, and opens a run when something is due.
     *
     * @param shuttingDown asked often; the run ends when it says so
     * @return none: paused, nothing due, or a run is under way on this node or another
     */
    public Optional<Run> look(BooleanSupplier shuttingDown) {
        closeLost();
        Control control = controls.read();
        Settings settings = control.changes().over(configured);
        backlog.settleLapsed(settings);
        // a pause must not end as a heap of exhausted failures
        if (!control.isPaused() && !control.hasResumedWithin(settings.window())) {
            backlog.exhaustTooOld(settings.window());
        }
        exhausted.refresh();
        controls.looked();
        return control.isPaused() || !backlog.isDue()
                ? Optional.empty()
                : Optional.ofNullable(runs.open("schedule", null)).map(report -> begin(report, settings, shuttingDown));
    }

    /** Ends what is lost, so that it holds up nobody. */
    void closeLost() {
        if (runs.closeLost() > 0) {
            LOG.warn("a compensation run gave no sign of life and is lost; its claims lapse");
        }
    }

    Run begin(RunReport report, Settings settings, BooleanSupplier shuttingDown) {
        Run run = new Run(report.id(), report.startedAt(), settings, shuttingDown);
        current.set(run);
        return run;
    }

    /** Tells the cluster that the run lives, and does what operators want of it since. */
    public void beat(Run run) {
        RunStore.Asked asked = runs.beat(run);
        if (asked == RunStore.Asked.LOST) {
            run.end(Ending.LOST);
        } else if (asked == RunStore.Asked.TO_STOP) {
            run.end(Ending.STOPPED);
        }
        Control control = controls.read();
        if (control.isPaused()) {
            run.end(Ending.PAUSED);
        }
        run.settings(control.changes().over(configured));
        if (run.guard.isTripped()) {
            run.end(Ending.GUARD);
        }
    }

    /** A run on this node ends at once, before its next look into the ledger. */
    void endHere(long runId, Ending why) {
        Run run = current.get();
        if (run != null && run.id() == runId) {
            run.end(why);
        }
    }

    /** The run can't go on; what it holds is given back, and no try is counted. */
    public void breakOff(Run run, Throwable thrown) {
        Ending why =
                thrown instanceof ViewAway ? Ending.VIEW_AWAY : isOfLedger(thrown) ? Ending.LEDGER_AWAY : Ending.ERROR;
        if (!run.isEnding() && run.end(why)) {
            String message = thrown.getMessage();
            run.detail = message == null
                    ? thrown.getClass().getSimpleName()
                    : Printable.of(message.lines().findFirst().orElse(""));
            if (why == Ending.ERROR) {
                LOG.error("compensation run {} broke off", run.id(), thrown);
            } else {
                LOG.warn("compensation run {} broke off: {}", run.id(), run.detail);
            }
        }
    }

    private static boolean isOfLedger(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof LedgerAway
                    || cause instanceof DataAccessException
                    || cause instanceof TransactionException
                    || cause instanceof SQLException) {
                return true;
            }
        }
        return false;
    }

    /** Closes the report. Whatever is still held is given back; without the ledger it lapses, and so does the run. */
    public void finish(Run run) {
        current.compareAndSet(run, null);
        try {
            backlog.release(run);
            runs.close(run);
            exhausted.refresh();
        } catch (DataAccessException e) {
            run.end(Ending.LEDGER_AWAY);
            LOG.warn("compensation run {} could not be closed, it will count as lost: {}", run.id(), e.getMessage());
        }
        if (run.ending() == Ending.GUARD) {
            alarms.raise(
                    ALARM,
                    Severity.P2,
                    "more than half of the last " + Guard.TRIES + " tries of compensation failed: run " + run.id()
                            + " was stopped; see the failures' reasons");
        } else if (run.ending() == Ending.DONE) {
            alarms.close(ALARM);
        }
    }
}
