package io.landfall.overview;

import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.locks.ReentrantLock;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.DisposableBean;
import org.springframework.dao.DataAccessException;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.TransactionException;
import org.springframework.transaction.support.TransactionOperations;

import io.landfall.ledger.LedgerLock;

/**
 * Every ten seconds, on the clock: each node adds what happened there, and the first to come counts what there is. While the
 * ledger is away there are no samples, and the overview says since when. A node that is stopped adds the rest at last.
 */
public final class Sampler implements DisposableBean {
    private static final Logger LOG = LoggerFactory.getLogger(Sampler.class);

    /** Nobody waits for another node that is at it. */
    private static final LedgerLock LOCK = new LedgerLock("overview");

    /** A tick a little early or late still belongs to the step that has just ended. */
    private static final Duration SLACK = Duration.ofSeconds(5);

    /** A stop has some seconds in all, and the ledger may not answer. */
    private static final Duration LAST = Duration.ofSeconds(1);

    private final JdbcTemplate jdbc;
    private final TransactionOperations transaction;
    private final Levels levels;
    private final Flows flows;
    private final List<LevelSource> sources;
    private final ReentrantLock one = new ReentrantLock();

    Sampler(
            JdbcTemplate jdbc,
            TransactionOperations transaction,
            Levels levels,
            Flows flows,
            List<LevelSource> sources) {
        this.jdbc = jdbc;
        this.transaction = transaction;
        this.levels = levels;
        this.flows = flows;
        this.sources = List.copyOf(sources);
    }

    @Scheduled(cron = "*/10 * * * * *")
    void sample() {
        one.lock();
        try {
            Instant at = stepThatEnded();
            flows.add(at);
            List<Level> outside = new ArrayList<>();
            sources.forEach(source -> outside.addAll(source.levels()));
            transaction.executeWithoutResult(status -> count(at, outside));
        } catch (DataAccessException | TransactionException e) {
            LOG.debug("no sample: the ledger is away", e);
        } finally {
            one.unlock();
        }
    }

    /** The routes are stopped by now. What can't be added in time is not told. */
    @Override
    public void destroy() {
        Thread last = new Thread(this::addRest, "overview-last");
        last.setDaemon(true);
        last.start();
        try {
            last.join(LAST.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void addRest() {
        one.lock();
        try {
            flows.add(stepThatEnded());
        } catch (RuntimeException e) {
            LOG.debug("no last sample: the ledger is away", e);
        } finally {
            one.unlock();
        }
    }

    private void count(Instant at, List<Level> outside) {
        if (LOCK.tryLock(jdbc) && !levels.isKept(at)) {
            List<Level> counted = levels.count();
            counted.addAll(outside);
            levels.keep(counted, at);
            if (Step.MINUTE.floor(at).equals(at)) {
                forget(at);
            }
        }
    }

    /** By the ledger's clock. */
    private Instant stepThatEnded() {
        Timestamp now = Objects.requireNonNull(jdbc.queryForObject("select now()", Timestamp.class));
        return Step.TEN_SECONDS.floor(now.toInstant().minus(SLACK));
    }

    void forget(Instant now) {
        for (Step step : Step.values()) {
            Timestamp before = Timestamp.from(now.minus(step.kept()));
            jdbc.update("delete from overview_level where step = ? and at < ?", step.seconds(), before);
            jdbc.update("delete from overview_flow where step = ? and at < ?", step.seconds(), before);
        }
    }
}
