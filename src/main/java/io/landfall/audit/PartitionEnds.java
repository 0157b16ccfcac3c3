package io.landfall.audit;

import java.io.IOException;
import java.util.Map;

/** Where the partitions of topics end. */
public interface PartitionEnds {
    /**
     * The offset that each partition's next record will get; empty: there is no such topic.
     *
     * @throws IOException the broker can't be asked now
     */
    Map<Integer, Long> of(String topic) throws IOException;
}
