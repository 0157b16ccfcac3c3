package io.landfall.rebuild;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.transaction.TransactionException;

/** The thread on which rebuilds are worked on, one a node; it looks again and again whether there is one to go on with. */
final class RebuildWorker implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(RebuildWorker.class);
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration END = Duration.ofSeconds(10);

    private final Rebuild rebuild;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread = new Thread(this::loop, "rebuild");
    private volatile boolean running;

    RebuildWorker(Rebuild rebuild) {
        this.rebuild = rebuild;
        thread.setDaemon(true);
    }

    @Scheduled(fixedDelayString = "${landfall.ops.watch-period:10s}")
    void watch() {
        try {
            rebuild.watch();
        } catch (DataAccessException | TransactionException e) {
            LOG.debug("the rebuild is watched later: {}", e.getMessage());
        }
    }

    private void loop() {
        try {
            while (!closing.await(LOOK.toMillis(), TimeUnit.MILLISECONDS)) {
                work();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void work() {
        try {
            rebuild.work();
        } catch (DataAccessException e) {
            LOG.debug("no look for a rebuild to go on with: {}", e.getMessage());
        } catch (RuntimeException e) {
            LOG.error("a rebuild broke off; it goes on", e);
        }
    }

    @Override
    public void start() {
        running = true;
        thread.start();
    }

    /** Before the routes, which the rebuild writes through, are stopped. */
    @Override
    public void stop() {
        closing.countDown();
        rebuild.close();
        try {
            thread.join(END.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        running = false;
    }

    @Override
    public boolean isRunning() {
        return running;
    }
}
