package io.landfall.audit;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;

/** The thread on which audits are worked on, one a node; it looks again and again whether there is one to go on with. */
final class AuditWorker implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(AuditWorker.class);
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration END = Duration.ofSeconds(10);

    private final Audit audit;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread = new Thread(this::loop, "audit");
    private volatile boolean running;

    AuditWorker(Audit audit) {
        this.audit = audit;
        thread.setDaemon(true);
    }

    @Scheduled(cron = "${landfall.audit.at:0 0 3 * * *}", zone = "UTC")
    void beginOnSchedule() {
        try {
            audit.beginOnSchedule();
        } catch (DataAccessException e) {
            LOG.warn("no audit begins: the ledger is away: {}", e.getMessage());
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
            audit.work();
        } catch (DataAccessException e) {
            LOG.debug("no look for an audit to go on with: {}", e.getMessage());
        } catch (RuntimeException e) {
            LOG.error("an audit broke off; it goes on", e);
        }
    }

    @Override
    public void start() {
        running = true;
        thread.start();
    }

    /** Before the routes, which the audit writes through, are stopped. */
    @Override
    public void stop() {
        closing.countDown();
        audit.close();
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
