package io.landfall.state;

/**
 * Who wrote a field: the attempt and the producer's sequence number of its event. The higher mark wins, whatever
 * came last.
 *
 * @param attempt run number of the task, from 1
 * @param seq producer's order within the task, from 0
 */
public record Mark(int attempt, long seq) implements Comparable<Mark> {
    @Override
    public int compareTo(Mark other) {
        int byAttempt = Integer.compare(attempt, other.attempt);
        return byAttempt != 0 ? byAttempt : Long.compare(seq, other.seq);
    }

    /** Whether a write under this mark replaces one under the other; equal marks: the later arrival does. */
    public boolean beats(Mark other) {
        return compareTo(other) >= 0;
    }
}
