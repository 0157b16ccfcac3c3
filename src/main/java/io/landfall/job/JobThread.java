package io.landfall.job;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;
import org.springframework.dao.DataAccessException;

/** The thread on which a job is worked on, one a node; it looks again and again whether there is something to go on with. */
public final class JobThread implements SmartLifecycle {
    private static final Logger LOG = LoggerFactory.getLogger(JobThread.class);
    private static final Duration LOOK = Duration.ofSeconds(1);
    private static final Duration END = Duration.ofSeconds(10);

    private final String name;
    private final Job job;
    private final CountDownLatch closing = new CountDownLatch(1);
    private final Thread thread;
    private volatile boolean running;

    /** @param name of the job, and of its thread */
    public JobThread(String name, Job job) {
        this.name = name;
        this.job = job;
        this.thread = new Thread(this::loop, name);
        thread.setDaemon(true);
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
            job.work();
        } catch (DataAccessException e) {
            LOG.debug("no look for {} to go on with: {}", name, e.getMessage());
        } catch (RuntimeException e) {
            LOG.error("{} broke off; it goes on", name, e);
        }
    }

    @Override
    public void start() {
        running = true;
        thread.start();
    }

    /** Before the routes, which jobs write through, are stopped. */
    @Override
    public void stop() {
        closing.countDown();
        job.close();
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
