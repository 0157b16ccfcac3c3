package io.landfall.inspection;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;

import io.landfall.alarm.OneLine;
import io.landfall.ledger.LedgerAway;

/** The life of an inspection: opened when one is due and nothing forbids it, led from step to step, ended, reported. */
public final class Inspection {
    private static final Logger LOG = LoggerFactory.getLogger(Inspection.class);
    private static final Duration SIGN_OF_LIFE = Duration.ofSeconds(1);

    private final RunStore runs;
    private final ControlStore controls;
    private final Suspects suspects;
    private final DueTimes dueTimes;
    private final Repairs repairs;
    private final Asking asking;
    private final Asking dryAsking;
    private final Judgements judgements;
    private final InspectionConfiguration configuration;
    private final int mostAttempts;
    private final InspectionAlarms alarms;
    private final AtomicReference<@Nullable Run> current = new AtomicReference<>();

    Inspection(Parts parts, InspectionConfiguration configuration, int mostAttempts, InspectionAlarms alarms) {
        this.runs = parts.runs();
        this.controls = parts.controls();
        this.suspects = parts.suspects();
        this.dueTimes = parts.dueTimes();
        this.repairs = parts.repairs();
        this.asking = parts.asking();
        this.dryAsking = parts.dryAsking();
        this.judgements = parts.judgements();
        this.configuration = configuration;
        this.mostAttempts = mostAttempts;
        this.alarms = alarms;
    }

    /** What an inspection works with. */
    record Parts(
            RunStore runs,
            ControlStore controls,
            Suspects suspects,
            DueTimes dueTimes,
            Repairs repairs,
            Asking asking,
            Asking dryAsking,
            Judgements judgements) {}

    /**
     * The schedule's look.
     *
     * @param shuttingDown asked often; the inspection ends when it says so
     * @return none: paused, nothing due, or one is under way on this node or another
     */
    public Optional<Run> look(BooleanSupplier shuttingDown) {
        closeLost();
        Control control = controls.looked();
        if (control.isPaused()) {
            return Optional.empty();
        }
        Settings settings = settings(control);
        if (control.isDue()) {
            return Optional.ofNullable(runs.open("schedule", null)).map(report -> {
                // at once: one that is lost must not be followed by the next without a pause
                controls.next(control.pace(settings));
                return begin(report, settings, shuttingDown);
            });
        }
        return suspects.areToBeConfirmed()
                ? Optional.ofNullable(runs.open("confirm", null)).map(report -> begin(report, settings, shuttingDown))
                : Optional.empty();
    }

    private void prepare(Run run) {
        repairs.watch(run.settings().period());
        Control control = controls.read();
        if (!dueTimes.ages().equals(control.minAges()) && dueTimes.bringForward(() -> goesOn(run))) {
            controls.dueBy(dueTimes.ages());
        }
    }

    private boolean goesOn(Run run) {
        beat(run);
        return !run.isEnding();
    }

    /** What became of repairs that were sent; each is told once. */
    public List<SettledRepair> settleRepairs() {
        return repairs.settle();
    }

    /** Ends what is lost, so that it holds up nobody. */
    void closeLost() {
        if (runs.closeLost() > 0) {
            LOG.warn("an inspection gave no sign of life and is lost; what it held is due again when its claim lapses");
        }
    }

    Run begin(RunReport report, Settings settings, BooleanSupplier shuttingDown) {
        Run run = new Run(report, settings, shuttingDown);
        current.set(run);
        return run;
    }

    Settings settings(Control control) {
        return control.changes().over(configuration.settings());
    }

    Rules rules(Settings settings) {
        return Rules.of(configuration, settings, mostAttempts);
    }

    /** What the inspection claims, as parameters of {@code sql/scan-suspects.sql}. */
    public Map<String, Object> scan(Run run) {
        suspects.forgetOutlived();
        if (!run.isOfSecondLooks()) {
            prepare(run);
        }
        return suspects.parameters(run);
    }

    /** Takes the rows that were claimed, and sets the pace by their number. */
    public void found(Run run, List<?> rows) {
        run.questions = asking.about(suspects.claimed(run, rows));
        if (run.isScheduled()) {
            Pace pace = controls.read().pace(run.settings());
            controls.next(pace.after(rows.size(), run.settings(), configuration.fasterBy(), configuration.slowerBy()));
        }
    }

    /** Waits for the next group that is answered, for a moment; says meanwhile that the inspection lives. */
    public void await(Run run) {
        beat(run);
        Questions questions = run.questions;
        if (questions == null || run.answered != null || run.isEnding()) {
            return;
        }
        try {
            run.answered = questions.next(SIGN_OF_LIFE);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            run.end(Ending.SHUTDOWN);
        }
    }

    /** Tells the cluster that the inspection lives, and does what operators want of it since. */
    private void beat(Run run) {
        RunStore.Asked asked = runs.beat(run.id());
        if (asked == RunStore.Asked.LOST) {
            run.end(Ending.LOST);
        } else if (asked == RunStore.Asked.TO_STOP) {
            run.end(controls.read().isPaused() ? Ending.PAUSED : Ending.STOPPED);
        }
    }

    /** Judges the group that was answered, if one was. */
    public void judge(Run run) {
        Questions.Answered answered = run.answered;
        if (answered == null || run.isEnding()) {
            return;
        }
        Judgements.Kept kept = judgements.keep(run.id(), answered, rules(run.settings()));
        run.answered = null;
        if (!kept.kept()) {
            run.end(Ending.LOST);
            return;
        }
        String verifier = answered.group().verifier();
        run.heard(verifier, kept.known(), kept.unknown(), kept.reason().isEmpty() ? null : kept.reason());
        alarms.tell(verifier, kept);
    }

    /** An inspection on this node ends at once. */
    void endHere(long runId, Ending why) {
        Run run = current.get();
        if (run != null && run.id() == runId) {
            run.end(why);
        }
    }

    /** The inspection can't go on; what it holds is given back. */
    public void breakOff(Run run, Throwable thrown) {
        Ending why = isOfLedger(thrown) ? Ending.LEDGER_AWAY : Ending.ERROR;
        if (run.end(why)) {
            run.detail = OneLine.of(thrown);
            if (why == Ending.ERROR) {
                LOG.error("inspection {} broke off", run.id(), thrown);
            } else {
                LOG.warn("inspection {} broke off: {}", run.id(), run.detail);
            }
        }
    }

    private static boolean isOfLedger(Throwable thrown) {
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            if (cause instanceof LedgerAway
                    || cause instanceof DataAccessException
                    || cause instanceof org.springframework.transaction.TransactionException
                    || cause instanceof java.sql.SQLException) {
                return true;
            }
        }
        return false;
    }

    /** Closes the report. What is still held is given back; without the ledger it lapses, and so does the inspection. */
    public void finish(Run run) {
        current.compareAndSet(run, null);
        List<Group> left = run.giveUp();
        try {
            if (run.ending() != Ending.LOST) {
                suspects.release(run, left);
            }
            runs.close(run);
        } catch (DataAccessException e) {
            run.end(Ending.LEDGER_AWAY);
            LOG.warn("inspection {} could not be closed, it will count as lost: {}", run.id(), e.getMessage());
        }
        alarms.tellUnknown(run.persistent());
    }

    /** Asks and judges as an inspection would, and changes nothing; in places of its own, not to take any from an inspection. */
    DryRun dryRun(Settings settings) {
        DryRun dry = new DryRun(new Judge(rules(settings)));
        Questions questions = dryAsking.about(suspects.glance(settings.scanLimit()));
        try {
            while (questions.open() > 0) {
                Questions.Answered answered = questions.next(SIGN_OF_LIFE);
                if (answered != null) {
                    dry.judge(answered);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            questions.giveUp();
        }
        return dry;
    }
}
