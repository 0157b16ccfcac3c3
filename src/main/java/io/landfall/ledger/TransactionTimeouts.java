package io.landfall.ledger;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How long a transaction of a name may take in all. A short one rolls work back that would have been done a moment later,
 * again and again when the ledger is slow, so somebody must have said that it is meant.
 */
public final class TransactionTimeouts {
    /** The name of the transaction that applies a batch of events. */
    static final String BATCH = "apply-batch";

    /** The name of the one that counts the whole log. */
    static final String BOOKS = "check-books";

    private static final Map<String, Duration> LONG = Map.of(BOOKS, Duration.ofMinutes(10));

    private static final String DEFAULT = "default";
    private static final Duration SHORT = Duration.ofSeconds(3);
    private static final Duration LONGEST = Duration.ofHours(1);

    private final Duration usual;
    private final Map<String, Duration> named = new TreeMap<>();

    private TransactionTimeouts(Duration usual) {
        this.usual = usual;
    }

    /**
     * As configured.
     *
     * @param batch of {@code apply-batch}, when it has none among the named ones
     * @throws TimeoutRefused one is too short or too long to be meant
     */
    static TransactionTimeouts of(TransactionsConfiguration configuration, Duration batch) {
        Set<String> acknowledged = new TreeSet<>(configuration.shortAcknowledged());
        check("landfall.transactions.timeout", DEFAULT, configuration.timeout(), acknowledged);
        TransactionTimeouts timeouts = new TransactionTimeouts(configuration.timeout());
        if (!configuration.timeouts().containsKey(BATCH)) {
            check("landfall.ledger.transaction-timeout", BATCH, batch, acknowledged);
            timeouts.named.put(BATCH, batch);
        }
        configuration.timeouts().forEach((name, timeout) -> {
            check("landfall.transactions.timeouts." + name, name, timeout, acknowledged);
            timeouts.named.put(name, timeout);
        });
        return timeouts;
    }

    /** The same for every name. */
    static TransactionTimeouts all(Duration timeout) {
        return new TransactionTimeouts(timeout);
    }

    private static void check(String key, String name, Duration timeout, Set<String> acknowledged) {
        String what = key + " is " + timeout.toMillis() + " ms";
        if (timeout.toMillis() < 1 || timeout.compareTo(LONGEST) > 0) {
            throw new TimeoutRefused(what + ", and may be from 1 ms to an hour", "Give it another value, such as 15s");
        }
        if (timeout.compareTo(SHORT) < 0 && !acknowledged.contains(name)) {
            throw new TimeoutRefused(
                    what + ": under 3 s, a ledger that is slow for a moment rolls back what it would have done",
                    "Give it 3s or more, or say that it is meant: landfall.transactions.short-acknowledged=" + name);
        }
    }

    Duration of(String name) {
        return named.getOrDefault(name, LONG.getOrDefault(name, usual));
    }

    /** Names that have a timeout of their own. */
    List<String> named() {
        return List.copyOf(named.keySet());
    }
}
