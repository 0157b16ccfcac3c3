package io.landfall.ledger;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

import io.landfall.alarm.OneLine;

/**
 * How this node's transactions went, by name: {@code landfall_transactions_seconds} and {@code
 * landfall_transactions_timeouts_total}. A timeout is never silent: it is also a line in the log, and a row in the table {@code
 * transaction_timeout} when the ledger takes one, at most one a second and node.
 */
public final class TransactionRecords implements TransactionWatch {
    private static final Logger LOG = LoggerFactory.getLogger(TransactionRecords.class);
    private static final long BETWEEN_ROWS = Duration.ofSeconds(1).toNanos();
    private static final String KEEP =
            "insert into transaction_timeout (name, node, timeout_ms, took_ms, reason) values (?, ?, ?, ?, ?)";

    private final TransactionTimeouts timeouts;
    private final JdbcTemplate jdbc;
    private final MeterRegistry meters;
    private final String node;
    private final Map<String, Kept> kept = new ConcurrentSkipListMap<>();
    private final Map<String, Counter> timedOut = new ConcurrentHashMap<>();
    private final AtomicLong lastRow = new AtomicLong(System.nanoTime() - BETWEEN_ROWS);

    /**
     * Records of this node.
     *
     * @param jdbc on connections of its own, with a short timeout
     */
    TransactionRecords(TransactionTimeouts timeouts, JdbcTemplate jdbc, MeterRegistry meters, String node) {
        this.timeouts = timeouts;
        this.jdbc = jdbc;
        this.meters = meters;
        this.node = node;
    }

    /**
     * What became of the transactions of a name since this node started.
     *
     * @param count of all, however they ended
     * @param timeouts of them
     */
    public record Line(String name, Duration timeout, long count, Duration mean, Duration longest, long timeouts) {}

    private record Kept(Timer timer, AtomicLong longest) {}

    /** By name; those that have a timeout of their own and did not run yet, too. */
    public List<Line> lines() {
        List<Line> lines = new ArrayList<>();
        timeouts.named().forEach(this::kept);
        kept.forEach((name, one) -> lines.add(new Line(
                name,
                timeouts.of(name),
                one.timer.count(),
                Duration.ofNanos((long) one.timer.mean(TimeUnit.NANOSECONDS)),
                Duration.ofNanos(one.longest.get()),
                (long) counter(name).count())));
        return lines;
    }

    @Override
    public void ended(String name, Duration took) {
        Kept one = kept(name);
        one.timer.record(took);
        one.longest.accumulateAndGet(took.toNanos(), Math::max);
    }

    @Override
    public void timedOut(String name, Duration timeout, Duration took, String reason) {
        String line = OneLine.of(reason);
        LOG.warn(
                "transaction {} was rolled back at its timeout: {} ms allowed, {} ms taken: {}",
                name,
                timeout.toMillis(),
                took.toMillis(),
                line);
        counter(name).increment();
        long now = System.nanoTime();
        long last = lastRow.get();
        if (now - last < BETWEEN_ROWS || !lastRow.compareAndSet(last, now)) {
            return;
        }
        try {
            jdbc.update(KEEP, name, node, timeout.toMillis(), took.toMillis(), line);
        } catch (DataAccessException e) {
            LOG.debug("that timeout is only in the log: the ledger is away", e);
        }
    }

    private Kept kept(String name) {
        return kept.computeIfAbsent(name, unused -> {
            // from 0 on: whoever watches its growth would miss a first timeout that makes it
            counter(name);
            return new Kept(
                    Timer.builder("landfall.transactions")
                            .description("Transactions of the ledger by name, however they ended")
                            .tag("name", name)
                            .register(meters),
                    new AtomicLong());
        });
    }

    private Counter counter(String name) {
        return timedOut.computeIfAbsent(name, unused -> Counter.builder("landfall.transactions.timeouts")
                .description("Transactions that were rolled back at their timeout, by name")
                .tag("name", name)
                .register(meters));
    }
}
