package io.landfall.overview;

import java.util.List;

/**
 * What happened on this node since the last look.
 *
 * @param millis all together
 * @param buckets by {@link LatencyScale}; empty: not measured
 */
record Flow(String kind, String name, Group group, long number, long millis, List<Long> buckets) {
    /** Documents that landed. */
    static final String DOCUMENTS = "documents";

    /** Events whose task landed, by the time from the record's timestamp. */
    static final String EVENTS = "events";

    /** {@link #DOCUMENTS}, the sum over all groups, of {@link Group#ALL}. */
    static final String ALL_DOCUMENTS = "all-documents";

    /** {@link #EVENTS}, the sum over all groups, of {@link Group#ALL}. */
    static final String ALL_EVENTS = "all-events";

    /** Transactions by name, however they ended. */
    static final String TRANSACTIONS = "transactions";

    /** Transactions by name that were rolled back at their timeout. */
    static final String TIMEOUTS = "timeouts";
}
