package io.landfall.job;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.dao.DataAccessException;
import org.springframework.dao.NonTransientDataAccessException;
import org.springframework.dao.NonTransientDataAccessResourceException;
import org.springframework.transaction.TransactionException;

import io.landfall.alarm.OneLine;
import io.landfall.job.JobEnds.Why;
import io.landfall.ledger.LedgerAway;
import io.landfall.view.ViewAway;

/** Waits while the lease is kept; ends the wait, and the job, when it is to be stopped or the node shuts down. */
public final class Waiting {
    private static final Logger LOG = LoggerFactory.getLogger(Waiting.class);
    private static final Duration RENEW = Duration.ofMillis(500);
    private static final Duration BEFORE_NEXT_TRY = Duration.ofSeconds(5);

    private final String job;
    private final Consumer<@Nullable String> renew;
    private final CountDownLatch closing;

    /**
     * Waits for one job.
     *
     * @param job in logs: its kind and number
     * @param renew its lease, with a note what it waits for, null: nothing; throws {@link JobEnds} when it must not go on
     * @param closing the node shuts down
     */
    public Waiting(String job, Consumer<@Nullable String> renew, CountDownLatch closing) {
        this.job = job;
        this.renew = renew;
        this.closing = closing;
    }

    /** Work that begins where it stands, however often it is tried. */
    public interface Work {
        /** Throws what the servers throw when they are away. */
        void run() throws IOException;
    }

    /** Tries it until it is done; waits for servers that are away as long as it takes: a job has time. */
    public void untilDone(Work work) {
        String told = "";
        while (true) {
            String absence;
            try {
                work.run();
                return;
            } catch (IOException | LedgerAway | ViewAway | TransactionException e) {
                absence = OneLine.of(e);
            } catch (DataAccessException e) {
                if (e instanceof NonTransientDataAccessException
                        && !(e instanceof NonTransientDataAccessResourceException)) {
                    throw e;
                }
                absence = OneLine.of(e);
            }
            if (!absence.equals(told)) {
                LOG.warn("{} waits: {}", job, absence);
                told = absence;
            }
            beforeNextTry(absence);
        }
    }

    private void beforeNextTry(String absence) {
        try {
            pause(BEFORE_NEXT_TRY, absence);
        } catch (DataAccessException e) {
            // the ledger itself is away: the lease can't be kept, and it will show whether somebody else took over
            LOG.debug("the lease of {} is not renewed", job, e);
            await(BEFORE_NEXT_TRY.toNanos());
        }
    }

    /** For nothing that somebody must know of. */
    public void pause(Duration wanted) {
        pause(wanted, null);
    }

    /**
     * Waits.
     *
     * @param note what for; null: for nothing that somebody must know of
     */
    public void pause(Duration wanted, @Nullable String note) {
        long until = System.nanoTime() + wanted.toNanos();
        for (long left = wanted.toNanos(); left > 0; left = until - System.nanoTime()) {
            await(Math.min(left, RENEW.toNanos()));
            if (left >= RENEW.toNanos()) {
                renew.accept(note);
            }
        }
    }

    private void await(long nanos) {
        try {
            if (closing.await(nanos, TimeUnit.NANOSECONDS)) {
                throw new JobEnds(Why.CLOSING);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new JobEnds(Why.CLOSING);
        }
    }
}
