package io.landfall.view;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.landfall.failure.IndexBlock;

/**
 * Whether one index takes writes, as its answers tell: while it takes none, one document's write a period goes out to try
 * it, and all others stay here. In the memory of the node; it starts closed, and the first answer opens it.
 */
final class IndexBreaker {
    private static final Logger LOG = LoggerFactory.getLogger(IndexBreaker.class);

    /** Closed: writes go. Open: none goes. Half-open: one is on its way, and its answer decides. */
    enum State {
        CLOSED,
        OPEN,
        HALF_OPEN
    }

    /** Every move there is. */
    enum Move {
        CLOSED_TO_OPEN(State.CLOSED, State.OPEN),
        OPEN_TO_HALF_OPEN(State.OPEN, State.HALF_OPEN),
        HALF_OPEN_TO_OPEN(State.HALF_OPEN, State.OPEN),
        HALF_OPEN_TO_CLOSED(State.HALF_OPEN, State.CLOSED),
        /** Another node saw the end of it. */
        OPEN_TO_CLOSED(State.OPEN, State.CLOSED);

        private final State from;
        private final State to;

        Move(State from, State to) {
            this.from = from;
            this.to = to;
        }
    }

    private final String index;
    private final Duration period;
    private final Clock clock;
    private State state = State.CLOSED;
    private Instant probedAt = Instant.EPOCH;
    private volatile @Nullable IndexBlock block;

    IndexBreaker(String index, Duration period, Clock clock) {
        this.index = index;
        this.period = period;
        this.clock = clock;
    }

    /** Null: it is closed. */
    @Nullable
    IndexBlock block() {
        return block;
    }

    /**
     * Whether a write may go out to try the index: once a period, so that one whose answer never came holds up nothing.
     * Always false while closed: then nothing needs to be tried.
     */
    synchronized boolean grantsProbe() {
        if (state == State.CLOSED || !untilProbe().isZero()) {
            return false;
        }
        probedAt = clock.instant();
        if (state == State.OPEN) {
            move(Move.OPEN_TO_HALF_OPEN);
        }
        return true;
    }

    /** Until the next probe may go; zero: now. */
    synchronized Duration untilProbe() {
        Instant now = clock.instant();
        Instant due = probedAt.plus(period);
        // a clock that was set back must not put off the probe
        return now.isBefore(due) && !now.isBefore(probedAt) ? Duration.between(now, due) : Duration.ZERO;
    }

    /** An answer said that the index takes no writes. */
    synchronized IndexBlock blocked(String reason, int httpStatus) {
        IndexBlock known = block;
        IndexBlock now = known == null
                ? new IndexBlock(index, clock.instant(), reason, httpStatus)
                : known.refused(reason, httpStatus);
        block = now;
        if (state == State.CLOSED) {
            probedAt = clock.instant();
            LOG.warn("{}", now.line());
            move(Move.CLOSED_TO_OPEN);
        } else if (state == State.HALF_OPEN) {
            move(Move.HALF_OPEN_TO_OPEN);
        }
        return now;
    }

    /** The index judged a document, whether it took it or not. While open that is an answer from before the block. */
    synchronized void taken() {
        if (state == State.HALF_OPEN) {
            close(Move.HALF_OPEN_TO_CLOSED);
        }
    }

    /** Another node saw that all tasks of the index have landed. If the block is not over, the next answer says so. */
    synchronized void endedElsewhere() {
        if (state != State.CLOSED) {
            close(state == State.OPEN ? Move.OPEN_TO_CLOSED : Move.HALF_OPEN_TO_CLOSED);
        }
    }

    private void close(Move move) {
        IndexBlock over = block;
        move(move);
        block = null;
        if (over != null) {
            LOG.info("index {} takes writes again, after {}", index, Duration.between(over.since(), clock.instant()));
        }
    }

    synchronized State state() {
        return state;
    }

    private void move(Move move) {
        if (state != move.from) {
            throw new IllegalStateException("breaker of index " + index + " is " + state + ": no " + move);
        }
        state = move.to;
    }
}
