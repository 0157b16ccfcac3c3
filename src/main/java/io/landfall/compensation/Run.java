package io.landfall.compensation;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;

/** A run under way on this node. One thread works on it; any may end it. */
public final class Run {
    private final long id;
    private final Instant startedAt;
    private final BooleanSupplier shuttingDown;
    private final AtomicReference<@Nullable Ending> ending = new AtomicReference<>();

    final UUID token = UUID.randomUUID();
    final Tally tally = new Tally();
    final Guard guard = new Guard();
    final RateBudget budget = new RateBudget(System::nanoTime);
    /** Indices that took no writes: left alone for the rest of the run. */
    final Set<String> skipped = new HashSet<>();
    /** Indices that were blocked, whose tasks still have to be drained. */
    final Deque<Drain> drains = new ArrayDeque<>();

    boolean hasLookedForDrains;
    /** What the view said that ended it, in one line. */
    @Nullable
    String detail;

    private Settings settings;
    private long cycles;

    Run(long id, Instant startedAt, Settings settings, BooleanSupplier shuttingDown) {
        this.id = id;
        this.startedAt = startedAt;
        this.settings = settings;
        this.shuttingDown = shuttingDown;
    }

    /** Of its report. */
    public long id() {
        return id;
    }

    /** By the ledger's clock. */
    Instant startedAt() {
        return startedAt;
    }

    /** Must end as soon as it can. Cheap: asked often. */
    public boolean isEnding() {
        if (ending.get() == null && shuttingDown.getAsBoolean()) {
            end(Ending.SHUTDOWN);
        }
        return ending.get() != null;
    }

    /** The first reason stands; whether this was it. */
    boolean end(Ending why) {
        return ending.compareAndSet(null, why);
    }

    /** Why it ended. */
    public Ending ending() {
        Ending why = ending.get();
        return why == null ? Ending.DONE : why;
    }

    /** How long to wait before the next documents, to stay within the rate. */
    public Duration pause() {
        return budget.pause();
    }

    Settings settings() {
        return settings;
    }

    void settings(Settings now) {
        settings = now;
    }

    /** How many go next; none when it is ending. */
    Slice nextSlice(boolean probe) {
        if (isEnding()) {
            return new Slice(0, 0);
        }
        return Slice.of(probe ? 1 : settings.slice(), cycles++);
    }

    /**
     * A part of a run, a tenth of a second's worth at most.
     *
     * @param fresh how many of them should be the newest that were never tried again
     */
    record Slice(int total, int fresh) {
        /** Half of it fresh; the odd one is fresh in every other cycle, so that slices of one serve both. */
        static Slice of(int total, long cycle) {
            return new Slice(total, cycle % 2 == 0 ? (total + 1) / 2 : total / 2);
        }
    }

    /** An index whose tasks waited; {@code after}: the last task that was looked at; {@code asked}: for so many at most. */
    static final class Drain {
        final long failureId;
        final String index;
        String after = "";
        int asked;

        Drain(long failureId, String index) {
            this.failureId = failureId;
            this.index = index;
        }
    }
}
