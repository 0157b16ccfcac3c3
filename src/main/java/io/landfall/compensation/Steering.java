package io.landfall.compensation;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.support.TransactionOperations;

import io.landfall.ledger.OperatorActions;

/**
 * What people do with compensation, from wherever they ask. Each action is one transaction with its row in {@code
 * operator_action}, and holds for all nodes. All throw Spring's data access exceptions when the ledger is away.
 */
public final class Steering {
    private final OperatorActions actions;
    private final TransactionOperations transaction;
    private final RunStore runs;
    private final ControlStore controls;
    private final Backlog backlog;
    private final Compensation compensation;
    private final Settings configured;
    private final Supplier<Runner> runner;

    Steering(
            OperatorActions actions,
            TransactionOperations transaction,
            RunStore runs,
            ControlStore controls,
            Backlog backlog,
            Compensation compensation,
            Settings configured,
            Supplier<Runner> runner) {
        this.actions = actions;
        this.transaction = transaction;
        this.runs = runs;
        this.controls = controls;
        this.backlog = backlog;
        this.compensation = compensation;
        this.configured = configured;
        this.runner = runner;
    }

    /** Runs now, on this node, unless it is paused or a run is under way. */
    public Answer run(String by) {
        Runner here = runner.get();
        compensation.closeLost();
        Answer answer = Objects.requireNonNull(transaction.execute(status -> open(by)));
        if (answer instanceof Answer.Started started) {
            Settings settings = controls.read().changes().over(configured);
            here.start(compensation.begin(started.run(), settings, here.shuttingDown()));
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
                note(by, "run", "run " + opened.id(), 1);
                return new Answer.Started(opened);
            }
            RunReport busy = runs.underWay();
            if (busy != null) {
                return new Answer.Busy(busy);
            }
        }
    }

    /** Counts what would be tried now, by index and cause; changes nothing but for its report. */
    public RunReport dryRun(String by) {
        return Objects.requireNonNull(transaction.execute(status -> {
            RunReport report =
                    runs.keepDry(by, backlog.plan(controls.read().changes().over(configured)));
            note(by, "dry-run", "run " + report.id(), 0);
            return report;
        }));
    }

    /** No run from now on, until resumed; the one under way ends. */
    public Status pause(String by) {
        transaction.executeWithoutResult(status -> {
            boolean was = controls.lock().isPaused();
            controls.pause(by);
            note(by, "pause", was ? "was paused already" : null, was ? 0 : 1);
        });
        RunReport underWay = runs.underWay();
        if (underWay != null) {
            compensation.endHere(underWay.id(), Ending.PAUSED);
        }
        return status();
    }

    /** The schedule opens runs again. */
    public Status resume(String by) {
        transaction.executeWithoutResult(status -> {
            boolean was = controls.lock().isPaused();
            controls.resume();
            note(by, "resume", was ? null : "was not paused", was ? 1 : 0);
        });
        return status();
    }

    /** The run under way ends within a second, after a tenth of a second's worth of documents at most; the next goes on there. */
    public Optional<RunReport> stop(String by) {
        RunReport stopped = transaction.execute(status -> {
            RunReport run = runs.askToStop(by);
            note(by, "stop", run == null ? "no run was under way" : "run " + run.id(), run == null ? 0 : 1);
            return run;
        });
        if (stopped != null) {
            compensation.endHere(stopped.id(), Ending.STOPPED);
        }
        return Optional.ofNullable(stopped);
    }

    /**
     * Changes numbers for the next cycle of a run and all later ones, also across restarts.
     *
     * @param asked by name: {@code batchSize}, {@code maxAttempts}, {@code rate}, {@code window}; null: as configured
     * @throws IllegalArgumentException nothing was changed; says what is wrong with which
     */
    public Status tune(String by, Map<String, ? extends @Nullable Object> asked) {
        transaction.executeWithoutResult(status -> {
            Changes changes = controls.lock().changes().with(asked);
            Settings now = changes.over(configured);
            controls.tune(by, changes);
            note(by, "tune", asked + "; now " + now.words(), asked.size());
        });
        return status();
    }

    public Status status() {
        Control control = controls.read();
        return new Status(
                control.isPaused(),
                control.pausedBy(),
                control.pausedAt(),
                control.changes().over(configured),
                configured,
                control.tunedBy(),
                control.tunedAt(),
                control.lookedAt(),
                runs.underWay(),
                runs.last());
    }

    /** Reports, newest first; {@code before}: only those of runs with smaller ids. */
    public List<RunReport> runs(@Nullable Long before, int limit) {
        return runs.list(before, limit);
    }

    private void note(String by, String action, @Nullable String detail, int affected) {
        actions.keep(by, "compensation." + action, null, detail, affected);
    }
}
