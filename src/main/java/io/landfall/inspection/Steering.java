package io.landfall.inspection;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionOperations;

import io.landfall.ledger.OperatorActions;

/**
 * What people do with inspections, from wherever they ask. Each action is one transaction with its row in {@code
 * operator_action}, and holds for all nodes. All throw Spring's data access exceptions when the ledger is away.
 */
public final class Steering {
    private final OperatorActions actions;
    private final TransactionOperations transaction;
    private final RunStore runs;
    private final ControlStore controls;
    private final Inspection inspection;
    private final Settings configured;
    private final Supplier<Runner> runner;

    Steering(
            OperatorActions actions,
            TransactionOperations transaction,
            RunStore runs,
            ControlStore controls,
            Inspection inspection,
            Settings configured,
            Supplier<Runner> runner) {
        this.actions = actions;
        this.transaction = transaction;
        this.runs = runs;
        this.controls = controls;
        this.inspection = inspection;
        this.configured = configured;
        this.runner = runner;
    }

    /** Inspects now, on this node, unless inspections are paused or one is under way. */
    public Answer run(String by) {
        Runner here = runner.get();
        inspection.closeLost();
        Answer answer = Objects.requireNonNull(transaction.execute(status -> open(by)));
        if (answer instanceof Answer.Started started) {
            Settings settings = inspection.settings(controls.read());
            here.start(inspection.begin(started.run(), settings, here.shuttingDown()));
        }
        return answer;
    }

    private Answer open(String by) {
        Control control = controls.lock();
        if (control.pausedAt() != null) {
            return new Answer.Paused(control.pausedBy(), control.pausedAt());
        }
        while (true) {
            RunReport opened = runs.open("operator", by);
            if (opened != null) {
                note(by, "run", "inspection " + opened.id(), 1);
                return new Answer.Started(opened);
            }
            RunReport busy = runs.underWay();
            if (busy != null) {
                return new Answer.Busy(busy);
            }
        }
    }

    /** Asks verifiers about what is due and says what would be done; changes nothing but for its report. */
    public RunReport dryRun(String by) {
        DryRun dry = inspection.dryRun(inspection.settings(controls.read()));
        return Objects.requireNonNull(transaction.execute(status -> {
            RunReport report = runs.keepDry(by, dry.tally(), dry.json());
            note(by, "dry-run", "inspection " + report.id(), 0);
            return report;
        }));
    }

    /** No inspection from now on, until resumed; the one under way ends. */
    public Status pause(String by) {
        RunReport underWay = transaction.execute(status -> {
            boolean was = controls.lock().isPaused();
            controls.pause(by);
            note(by, "pause", was ? "was paused already" : null, was ? 0 : 1);
            return runs.askToStop(by);
        });
        if (underWay != null) {
            inspection.endHere(underWay.id(), Ending.PAUSED);
        }
        return status();
    }

    /** The schedule inspects again, at once. */
    public Status resume(String by) {
        transaction.executeWithoutResult(status -> {
            boolean was = controls.lock().isPaused();
            controls.resume();
            note(by, "resume", was ? null : "was not paused", was ? 1 : 0);
        });
        return status();
    }

    /** The inspection under way ends within a second or two; what it has not judged is due again at once. */
    public Optional<RunReport> stop(String by) {
        RunReport stopped = transaction.execute(status -> {
            RunReport run = runs.askToStop(by);
            note(by, "stop", run == null ? "none was under way" : "inspection " + run.id(), run == null ? 0 : 1);
            return run;
        });
        if (stopped != null) {
            inspection.endHere(stopped.id(), Ending.STOPPED);
        }
        return Optional.ofNullable(stopped);
    }

    /**
     * Changes numbers for the next inspection and all later ones, also across restarts.
     *
     * @param asked by name: {@code period}, {@code scanLimit}, {@code confirmAfter}; null: as configured
     * @throws IllegalArgumentException nothing was changed; says what is wrong with which
     */
    public Status tune(String by, Map<String, ? extends @Nullable Object> asked) {
        transaction.executeWithoutResult(status -> {
            Changes changes = controls.lock().changes().with(asked);
            Settings now = changes.over(configured);
            controls.tune(by, changes, now);
            note(by, "tune", asked + "; now " + now.words(), asked.size());
        });
        return status();
    }

    public Status status() {
        Control control = controls.read();
        Settings settings = control.changes().over(configured);
        return new Status(
                control.isPaused(),
                control.pausedBy(),
                control.pausedAt(),
                settings,
                configured,
                control.tunedBy(),
                control.tunedAt(),
                control.lookedAt(),
                control.nextAt(),
                control.pace(settings).every(),
                runs.underWay(),
                runs.last());
    }

    /** Reports, newest first; {@code before}: only those of runs with smaller ids. */
    public List<RunReport> runs(@Nullable Long before, int limit) {
        return runs.list(before, limit);
    }

    private void note(String by, String action, @Nullable String detail, int affected) {
        actions.keep(by, "inspection." + action, null, detail, affected);
    }
}
