package io.landfall.overview;

import java.time.Duration;
import java.util.List;

/**
 * Buckets of durations that can be added up over nodes and time: four to each doubling, from 1 ms to some 18 h; what is
 * longer is in the last. A quantile is read within its bucket in proportion, so it is at most a fifth off.
 */
public final class LatencyScale {
    private static final int IN_A_DOUBLING = 4;

    /** Number of buckets. */
    static final int SIZE = 26 * IN_A_DOUBLING + 1;

    private LatencyScale() {}

    /** The bucket of a duration; one that is negative, by clocks that disagree, is none at all. */
    static int bucket(Duration took) {
        long millis = Math.max(0, took.toMillis());
        if (millis <= 1) {
            return 0;
        }
        int above = (int) Math.ceil(Math.log((double) millis) / Math.log(2) * IN_A_DOUBLING);
        return Math.min(above, SIZE - 1);
    }

    /** The longest duration of a bucket, in seconds. */
    static double upTo(int bucket) {
        return Math.pow(2, (double) bucket / IN_A_DOUBLING) / 1_000;
    }

    /**
     * Seconds that a share of all took at most.
     *
     * @param share above 0, up to 1
     * @return NaN when there is nothing
     */
    static double quantile(List<Long> buckets, double share) {
        long all = buckets.stream().mapToLong(Long::longValue).sum();
        if (all == 0) {
            return Double.NaN;
        }
        double wanted = share * all;
        double below = 0;
        for (int bucket = 0; bucket < buckets.size(); bucket++) {
            long here = buckets.get(bucket);
            if (here > 0 && below + here >= wanted) {
                double from = bucket == 0 ? 0 : upTo(bucket - 1);
                return from + (upTo(bucket) - from) * (wanted - below) / here;
            }
            below += here;
        }
        return upTo(buckets.size() - 1);
    }
}
