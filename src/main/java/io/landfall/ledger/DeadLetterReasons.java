package io.landfall.ledger;

import java.util.List;
import java.util.stream.Stream;

import io.landfall.event.MalformedReason;

/** Every reason that a dead letter may have: what can't be read, and what can be read but never applied. */
public final class DeadLetterReasons {
    /** The same event id with other bytes. */
    static final String EVENT_ID_REUSED = "event-id-reused";
    /** PostgreSQL refuses the data. */
    static final String REFUSED_BY_LEDGER = "refused-by-ledger";

    /** The words of the state machine. */
    private static final List<String> ILLEGAL = List.of("index-changed", "retry-of-analyzed", "attempt-cap");

    /** In no particular order. */
    public static final List<String> ALL = Stream.of(
                    Stream.of(MalformedReason.values()).map(MalformedReason::word),
                    ILLEGAL.stream(),
                    Stream.of(EVENT_ID_REUSED, REFUSED_BY_LEDGER))
            .flatMap(words -> words)
            .toList();

    private DeadLetterReasons() {}
}
