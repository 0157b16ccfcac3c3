package io.landfall.overview;

import java.util.ArrayList;
import java.util.List;

/** Counts by {@link LatencyScale}. */
final class Buckets {
    private Buckets() {}

    static List<Long> sum(List<Long> one, List<Long> other) {
        List<Long> sum = new ArrayList<>();
        for (int i = 0; i < Math.max(one.size(), other.size()); i++) {
            sum.add((i < one.size() ? one.get(i) : 0) + (i < other.size() ? other.get(i) : 0));
        }
        return sum;
    }
}
