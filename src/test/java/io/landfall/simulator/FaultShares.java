package io.landfall.simulator;

/** How often each {@link Fault} happens, each share from 0 to 1; of tasks or of events, as the fault says. */
public record FaultShares(
        double lostFinal,
        double lateFinal,
        double duplicated,
        double reordered,
        double wrongType,
        double malformed,
        double retried,
        double failed,
        double lostStart,
        double failedSilently,
        double runningLong,
        double lateCall) {

    public FaultShares {
        check("lost-final", lostFinal);
        check("late-final", lateFinal);
        check("duplicated", duplicated);
        check("reordered", reordered);
        check("wrong-type", wrongType);
        check("malformed", malformed);
        check("retried", retried);
        check("failed", failed);
        check("lost-final + late-final", lostFinal + lateFinal);
        check("retried + failed", retried + failed);
        check("lost-start", lostStart);
        check("failed-silently", failedSilently);
        check("running-long", runningLong);
        check("late-call", lateCall);
        check("lost-start + failed-silently + running-long", lostStart + failedSilently + runningLong);
    }

    /** Without the last four. */
    public FaultShares(
            double lostFinal,
            double lateFinal,
            double duplicated,
            double reordered,
            double wrongType,
            double malformed,
            double retried,
            double failed) {
        this(lostFinal, lateFinal, duplicated, reordered, wrongType, malformed, retried, failed, 0, 0, 0, 0);
    }

    /** An ordinary bad day: 3.7 % of the tasks never say that they ended. */
    public static FaultShares ordinary() {
        return new FaultShares(0.037, 0.005, 0.02, 0.01, 0.002, 0.001, 0.01, 0.003, 0.004, 0.002, 0.003, 0.01);
    }

    public static FaultShares none() {
        return new FaultShares(0, 0, 0, 0, 0, 0, 0, 0);
    }

    private static void check(String name, double share) {
        if (!(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("the share " + name + " is " + share + "; it may be 0 to 1");
        }
    }
}
