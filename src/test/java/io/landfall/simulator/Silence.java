package io.landfall.simulator;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** What keeps a task from telling its end, so that only an inspection finds out. */
enum Silence {
    NONE,
    /** Its dispatch got lost: submitted, and nobody ever runs it. */
    NEVER_STARTED,
    /** It fails for good, and only the call log knows. */
    FAILED_SILENTLY,
    /** Its call takes minutes. */
    RUNNING_LONG;

    private static final Duration CALL_IS_LATE = Duration.ofSeconds(25);

    static Silence drawn(double draw, FaultShares shares) {
        if (draw < shares.lostStart()) {
            return NEVER_STARTED;
        }
        double failed = shares.lostStart() + shares.failedSilently();
        if (draw < failed) {
            return FAILED_SILENTLY;
        }
        return draw < failed + shares.runningLong() ? RUNNING_LONG : NONE;
    }

    /** How the task ends under it. */
    Ending ending(Ending otherwise) {
        return this == FAILED_SILENTLY ? Ending.NEVER_WELL : this == NONE ? otherwise : Ending.AT_ONCE;
    }

    /** What is told under it. */
    List<Step> befall(List<Step> told, SplittableRandom random, TrafficOptions options, Map<Fault, Integer> faults) {
        List<Step> steps = new ArrayList<>(told);
        if (this == NEVER_STARTED) {
            steps.subList(1, steps.size()).clear();
            count(Fault.LOST_START, faults);
        } else if (this == FAILED_SILENTLY) {
            steps.removeIf(Step::isFinal);
            count(Fault.FAILED_SILENTLY, faults);
        } else if (this == RUNNING_LONG) {
            Duration delay = options.longCall().plus(Storyteller.between(random, Duration.ZERO, options.longCall()));
            Instant begun = steps.stream()
                    .filter(step -> !step.isEvent())
                    .map(Step::at)
                    .findFirst()
                    .orElseThrow();
            steps.replaceAll(
                    step -> step.at().isAfter(begun) ? step.at(step.at().plus(delay)) : step);
            count(Fault.RUNNING_LONG, faults);
        }
        if (random.nextDouble() < options.faults().lateCall()) {
            steps.replaceAll(step -> step.isEvent() ? step : step.at(step.at().plus(CALL_IS_LATE)));
            count(Fault.LATE_CALL, faults);
        }
        return steps;
    }

    private static void count(Fault fault, Map<Fault, Integer> faults) {
        faults.merge(fault, 1, Integer::sum);
    }
}
