package io.landfall.compensation;

/** What a run has done so far; one thread counts. */
final class Tally {
    long tried;
    long resolved;
    long superseded;
    long failed;
    long exhausted;
    long permanent;
    long drained;

    /** A try that ended in that status. */
    void tried(String status) {
        tried++;
        switch (status) {
            case "RESOLVED" -> resolved++;
            case "SUPERSEDED" -> superseded++;
            case "EXHAUSTED" -> exhausted++;
            case "PERMANENT" -> permanent++;
            default -> failed++;
        }
    }
}
