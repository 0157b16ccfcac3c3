package io.landfall.view;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.landfall.failure.IndexBlock;
import io.landfall.failure.IndexFailures;
import io.landfall.ledger.LedgerAway;

/** A breaker for each index, and whether the view as a whole can still be worked with. */
public final class IndexBreakers {
    private static final Logger LOG = LoggerFactory.getLogger(IndexBreakers.class);

    /** How old the number of waiting tasks may be; counting costs the ledger some milliseconds. */
    private static final Duration COUNTED = Duration.ofSeconds(5);

    private final Map<String, IndexBreaker> breakers = new ConcurrentHashMap<>();
    private final List<String> indices;
    private final Duration period;
    private final int mostWaiting;
    private final IndexFailures failures;
    private final Clock clock;
    private Instant countedAt = Instant.EPOCH;
    private long waiting;

    public IndexBreakers(ViewConfiguration configuration, IndexFailures failures, Clock clock) {
        this.indices = List.copyOf(configuration.indices());
        this.period = configuration.probePeriod();
        this.mostWaiting = configuration.blockedTasks();
        this.failures = failures;
        this.clock = clock;
    }

    IndexBreaker of(String index) {
        return breakers.computeIfAbsent(index, name -> new IndexBreaker(name, period, clock));
    }

    /** The indices that events may name. */
    public List<String> indices() {
        return indices;
    }

    /** An answer said that the index takes no writes. */
    public IndexBlock blocked(String index, String reason, int httpStatus) {
        return of(index).blocked(reason, httpStatus);
    }

    /** The index judged a document. */
    public void taken(String index) {
        IndexBreaker breaker = breakers.get(index);
        if (breaker != null && breaker.block() != null) {
            breaker.taken();
        }
    }

    /** Another node saw that all tasks of the index have landed. */
    public void endedElsewhere(String index) {
        of(index).endedElsewhere();
    }

    /** The indices that take no writes now, as far as this node knows. */
    public List<IndexBlock> blocks() {
        return breakers.values().stream()
                .map(IndexBreaker::block)
                .filter(Objects::nonNull)
                .toList();
    }

    /** Empty: as far as this node knows, it takes writes. */
    public Optional<IndexBlock> block(String index) {
        return Optional.ofNullable(blockOf(index));
    }

    private @Nullable IndexBlock blockOf(String index) {
        IndexBreaker breaker = breakers.get(index);
        return breaker == null ? null : breaker.block();
    }

    /** How long the index has taken no writes; zero: it does. */
    public Duration blocked(String index) {
        IndexBlock block = blockOf(index);
        return block == null ? Duration.ZERO : Duration.between(block.since(), clock.instant());
    }

    boolean allClosed() {
        return breakers.values().stream().allMatch(breaker -> breaker.block() == null);
    }

    /**
     * Whether writes of blocked indices may be left un-landed, so that others go on. No, when no index is left that takes
     * writes, or too many tasks wait already: then Kafka keeps the backlog.
     */
    boolean goOn() {
        List<String> blocked =
                indices.stream().filter(index -> blockOf(index) != null).toList();
        return blocked.size() < indices.size() && waiting() <= mostWaiting;
    }

    private synchronized long waiting() {
        Instant now = clock.instant();
        if (now.isAfter(countedAt.plus(COUNTED)) || now.isBefore(countedAt)) {
            countedAt = now;
            try {
                waiting = failures.waiting(
                        blocks().stream().map(IndexBlock::index).toList(), mostWaiting + 1L);
            } catch (LedgerAway e) {
                LOG.debug("the tasks of blocked indices can't be counted now", e);
            }
        }
        return waiting;
    }
}
