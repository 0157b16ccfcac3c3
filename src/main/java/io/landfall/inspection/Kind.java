package io.landfall.inspection;

/** What a verdict says, without its details. */
public enum Kind {
    DONE,
    FAILED,
    RUNNING,
    ABSENT,
    UNKNOWN;

    static Kind of(Verdict verdict) {
        if (verdict instanceof Verdict.Done) {
            return DONE;
        }
        if (verdict instanceof Verdict.Failed) {
            return FAILED;
        }
        if (verdict instanceof Verdict.Running) {
            return RUNNING;
        }
        return verdict instanceof Verdict.Absent ? ABSENT : UNKNOWN;
    }
}
