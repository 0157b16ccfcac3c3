package io.landfall.outbox;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;

/**
 * Which topics this node relays just now: each once at a time, and one that nobody answered for not again for a while, so that
 * it does not take a thread from the others.
 */
public final class Turns {
    private static final Duration FIRST_PAUSE = Duration.ofMillis(500);
    private static final Duration LONGEST_PAUSE = Duration.ofSeconds(10);

    private final Map<String, State> states = new ConcurrentHashMap<>();
    private final LongSupplier nanos;

    public Turns() {
        this(System::nanoTime);
    }

    Turns(LongSupplier nanos) {
        this.nanos = nanos;
    }

    /**
     * Takes the turn of a topic; to be ended.
     *
     * @param topic one of a bounded number
     * @return empty: somebody has it, or it must pause
     */
    public Optional<Turn> begin(String topic) {
        State state = states.computeIfAbsent(topic, unused -> new State());
        synchronized (state) {
            if (state.busy || (state.failures > 0 && state.notBefore - nanos.getAsLong() > 0)) {
                return Optional.empty();
            }
            state.busy = true;
            return Optional.of(new Turn(topic, state));
        }
    }

    /** Of one topic. */
    private static final class State {
        private boolean busy;
        private int failures;
        private long notBefore;
    }

    /** One topic is being relayed, by one thread. */
    public final class Turn {
        private final String topic;
        private final State state;
        private boolean going = true;
        private boolean failed;

        private Turn(String topic, State state) {
            this.topic = topic;
            this.state = state;
        }

        public String topic() {
            return topic;
        }

        /** Whether there may be more to be claimed. */
        public boolean isGoing() {
            return going;
        }

        /** Nothing is left to be claimed now. */
        public void done() {
            going = false;
        }

        /** Nobody answered: this turn is over, and the next one comes later. */
        public void failed() {
            going = false;
            failed = true;
        }

        /** Another turn of this topic may begin. */
        public void end() {
            synchronized (state) {
                state.failures = failed ? state.failures + 1 : 0;
                if (failed) {
                    long pause = FIRST_PAUSE.toNanos() << Math.min(state.failures - 1, 10);
                    state.notBefore = nanos.getAsLong() + Math.min(LONGEST_PAUSE.toNanos(), pause);
                }
                state.busy = false;
            }
        }
    }
}
