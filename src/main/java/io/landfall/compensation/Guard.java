package io.landfall.compensation;

/** Watches the last tries of a run: when more than half of them failed, more tries do no good. */
final class Guard {
    static final int TRIES = 200;

    private final boolean[] failed = new boolean[TRIES];
    private long seen;
    private int failures;

    void tried(boolean hasFailed) {
        int place = (int) (seen++ % TRIES);
        if (failed[place]) {
            failures--;
        }
        failed[place] = hasFailed;
        if (hasFailed) {
            failures++;
        }
    }

    /** Whether the run should stop; never before {@link #TRIES} were made. */
    boolean isTripped() {
        return seen >= TRIES && failures * 2 > TRIES;
    }
}
