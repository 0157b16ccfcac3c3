package io.landfall.inspection;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.landfall.alarm.OneLine;

/**
 * Asks verifiers, a few groups of each at a time, so that a slow one holds up nobody else. A question that never ends keeps
 * its place: a verifier all of whose places are taken is not asked.
 */
final class Asking implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Asking.class);

    private final Supplier<Verifiers> verifiers;
    private final Duration timeout;
    private final int places;
    private final Map<String, Semaphore> free = new ConcurrentHashMap<>();
    private final ExecutorService pool;
    private final UnaryOperator<Runnable> carried;

    /**
     * Nobody is asked yet.
     *
     * @param timeout a group without an answer by then is answered as unknown
     * @param places groups that one verifier is asked about at a time
     * @param carried work with what it must take along from the thread that asks for it
     */
    Asking(Supplier<Verifiers> verifiers, Duration timeout, int places, UnaryOperator<Runnable> carried) {
        this(verifiers, timeout, places, Executors.newCachedThreadPool(threads()), carried);
    }

    /** With threads of the caller's choice; they end with this. */
    Asking(
            Supplier<Verifiers> verifiers,
            Duration timeout,
            int places,
            ExecutorService pool,
            UnaryOperator<Runnable> carried) {
        this.verifiers = verifiers;
        this.timeout = timeout;
        this.places = places;
        this.pool = pool;
        this.carried = carried;
    }

    private static ThreadFactory threads() {
        AtomicInteger number = new AtomicInteger();
        return work -> {
            Thread thread = new Thread(work, "verify-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }

    /** Puts suspects into groups by verifier, ready to be asked about. */
    Questions about(List<Seen> seen) {
        return new Questions(this, Group.of(seen, verifiers.get()::of), timeout);
    }

    boolean take(String verifier) {
        return free.computeIfAbsent(verifier, unused -> new Semaphore(places)).tryAcquire();
    }

    /** Asks on a thread of its own, when a place was taken; the answer goes to {@code told}, whenever it comes. */
    Future<?> ask(Group group, Consumer<Verdicts> told) {
        Question question = new Question(group, told, new AtomicBoolean());
        pool.execute(carried.apply(question));
        return question;
    }

    /** A place is given back once: when the question ends, whoever waits for it, or is cancelled before it begins. */
    private final class Question extends FutureTask<Void> {
        private final String verifier;
        private final AtomicBoolean begun;

        Question(Group group, Consumer<Verdicts> told, AtomicBoolean begun) {
            super(
                    () -> {
                        if (begun.compareAndSet(false, true)) {
                            put(group, told);
                        }
                    },
                    null);
            this.verifier = group.verifier();
            this.begun = begun;
        }

        @Override
        protected void done() {
            if (isCancelled() && begun.compareAndSet(false, true)) {
                giveBack(verifier);
            }
        }
    }

    private void put(Group group, Consumer<Verdicts> told) {
        Verdicts verdicts;
        try {
            verdicts = answer(group);
        } finally {
            giveBack(group.verifier());
        }
        told.accept(verdicts);
    }

    private void giveBack(String verifier) {
        Semaphore taken = free.get(verifier);
        if (taken != null) {
            taken.release();
        }
    }

    private Verdicts answer(Group group) {
        List<Suspect> suspects = group.suspects();
        try {
            return VerdictForm.read(suspects, verifiers.get().ask(group.verifier(), suspects));
        } catch (Exception | LinkageError | StackOverflowError e) {
            LOG.debug("verifier {} failed", group.verifier(), e);
            String message = e.getMessage();
            return Verdicts.unknown(
                    suspects,
                    OneLine.of("its verifier failed: "
                            + (message == null ? e.getClass().getSimpleName() : message)));
        }
    }

    @Override
    public void close() {
        pool.shutdownNow();
    }
}
