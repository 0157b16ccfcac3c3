package io.landfall.inspection;

import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.FactLog;
import io.landfall.alarm.Severity;

/** What people must know of what inspections see. */
record InspectionAlarms(Alarms alarms, FactLog facts) {
    static final String UNKNOWN = "verifier-unknown:";
    static final String LONG_RUNNING = "running-too-long:";
    static final String GIVEN_UP = "task-given-up";

    /** Of one group. */
    void tell(String verifier, Judgements.Kept kept) {
        kept.sent()
                .forEach((task, type) -> facts.info(
                        "repairs",
                        task,
                        null,
                        () -> "task " + task + " went silent, and verifier " + verifier + " told twice: " + type
                                + " is sent"));
        if (kept.longRunning() > 0) {
            alarms.occurred(
                    LONG_RUNNING + verifier,
                    Severity.P3,
                    kept.longRunning() + " tasks have been running for longer than landfall.inspection.running-alarm,"
                            + " says verifier " + verifier + "; they are left alone");
        }
        if (kept.givenUp() > 0) {
            alarms.occurred(
                    GIVEN_UP,
                    Severity.P2,
                    kept.givenUp() + " tasks were failed: no platform knows of their last attempt, and they may not be"
                            + " run again");
        }
    }

    /** Of a whole inspection, by verifier. */
    void tellUnknown(Map<String, Run.Persistence> byVerifier) {
        byVerifier.forEach((verifier, persistence) -> {
            if (persistence.unknown() > 0) {
                alarms.raise(
                        UNKNOWN + verifier,
                        Severity.P2,
                        "verifier " + verifier + " could not tell of " + persistence.unknown()
                                + " tasks three times in a row; they stay as they are"
                                + reason(persistence.reason()));
            } else if (persistence.told()) {
                alarms.close(UNKNOWN + verifier);
            }
        });
    }

    private static String reason(@Nullable String reason) {
        return reason == null ? "" : ": " + reason;
    }
}
