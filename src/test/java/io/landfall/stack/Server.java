package io.landfall.stack;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One server of the stack, to be hurt and healed by tests: it keeps its port and data across all of that. */
public final class Server {
    private static final Logger LOG = LoggerFactory.getLogger(Server.class);
    private static final Duration UNTIL_STOPPED = Duration.ofSeconds(15);
    private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

    private final Recipe recipe;
    private final Path folder;
    private final LogFile log;
    private final PidFile pidFile;

    private final int port;
    private final String portKey;

    private volatile @Nullable Process process;

    Server(Recipe recipe, Path data, int port, String portKey) {
        this.recipe = recipe;
        this.folder = data;
        this.port = port;
        this.portKey = portKey;
        this.log = new LogFile(data.resolve("logs").resolve(recipe.name() + ".log"));
        this.pidFile = new PidFile(data.resolve(recipe.name() + ".pid"));
    }

    /** Starts it, on the same port and data as ever, and waits until it answers; does nothing while it runs. */
    public synchronized void start() {
        if (isRunning()) {
            return;
        }
        Instant begin = Instant.now();
        try {
            endGhost();
            Ports.requireFree(recipe.name(), port, portKey);
            recipe.prepare();
            Files.createDirectories(log.file().getParent());
            Process started = Leash.start(recipe.command(), recipe.stopSignal(), folder, log.file());
            process = started;
            pidFile.write(started.toHandle());
            awaitReady(started, begin);
        } catch (IOException e) {
            throw new StackException("Can't start " + recipe.name() + ": " + e, e);
        }
        Duration taken = Duration.between(begin, Instant.now());
        LOG.info("{} is ready after {} ms (pid {})", recipe.name(), taken.toMillis(), pid());
    }

    /** Ends it in good order; by force after 15 s. */
    public synchronized void stop() {
        Process running = process;
        if (running == null || !running.isAlive()) {
            return;
        }
        Signals.send(recipe.stopSignal(), running.toHandle());
        Signals.thaw(running.toHandle());
        if (!ended(running, UNTIL_STOPPED)) {
            LOG.warn("{} did not stop within {}: killed", recipe.name(), UNTIL_STOPPED);
            kill();
        }
    }

    /** SIGKILL, to its child processes too, as a machine that loses power would do it; returns when they are gone. */
    public synchronized void kill() {
        Process running = process;
        if (running == null || !running.isAlive()) {
            return;
        }
        Signals.kill(running.toHandle());
        if (!ended(running, UNTIL_STOPPED)) {
            throw new StackException(recipe.name() + " (pid " + running.pid() + ") survived SIGKILL");
        }
    }

    /** SIGSTOP: connections stay open and nobody answers. */
    public synchronized void freeze() {
        Signals.freeze(running().toHandle());
    }

    /** SIGCONT: goes on as if nothing had been. */
    public synchronized void thaw() {
        Signals.thaw(running().toHandle());
    }

    /** Whether its process exists, frozen or not. */
    public boolean isRunning() {
        Process known = process;
        return known != null && known.isAlive();
    }

    /** The process id of the server itself. */
    public long pid() {
        return running().pid();
    }

    private Process running() {
        Process known = process;
        if (known == null || !known.isAlive()) {
            throw new StackException(recipe.name() + " is not running");
        }
        return known;
    }

    /** Ends what an earlier run of the stack left of this server, if anything. */
    void endGhost() throws IOException {
        pidFile.living().ifPresent(ghost -> {
            LOG.info("{} of an earlier run is still there (pid {}): killed", recipe.name(), ghost.pid());
            Signals.kill(ghost);
        });
    }

    private void awaitReady(Process started, Instant begin) {
        Instant deadline = begin.plus(Wait.MOST);
        while (!answers()) {
            if (ended(started, LOOK_AGAIN)) {
                throw new StackException(recipe.name() + " ended with code " + started.exitValue()
                        + " before it was ready." + log.tail());
            }
            if (Instant.now().isAfter(deadline)) {
                kill();
                throw new StackException(recipe.name() + " was not ready within " + Wait.MOST.toMinutes()
                        + " minutes. A machine that is busy may need longer: start again, what was laid out stays."
                        + log.tail());
            }
        }
    }

    private boolean answers() {
        try {
            return recipe.isReady();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StackException("Interrupted while " + recipe.name() + " was starting", e);
        } catch (Exception e) {
            return false;
        }
    }

    private static boolean ended(Process process, Duration within) {
        try {
            return process.waitFor(within.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new StackException("Interrupted while waiting for pid " + process.pid(), e);
        }
    }
}
