package io.landfall.stack;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one stack that all integration tests of a JVM use: started when first asked for, stopped with the JVM. */
public final class SharedStack {
    private static final Logger LOG = LoggerFactory.getLogger(SharedStack.class);
    private static @Nullable LocalStack stack;
    private static final Map<String, AutoCloseable> ON_IT = new HashMap<>();
    private static final Deque<AutoCloseable> TO_CLOSE = new ArrayDeque<>();

    private SharedStack() {}

    /** The running stack. A test that stops or freezes one of its servers also brings it back. */
    public static synchronized LocalStack get() {
        LocalStack running = stack;
        if (running == null) {
            running = LocalStack.start(StackOptions.tests());
            Runtime.getRuntime().addShutdownHook(new Thread(SharedStack::end, "local-stack-stop"));
            stack = running;
        }
        return running;
    }

    /**
     * What test classes of this JVM share beside the stack, of which each may be run by itself: started when first asked for,
     * closed before the stack stops.
     *
     * @param name of one thing, whoever asks
     */
    public static synchronized <T extends AutoCloseable> T sharing(String name, Class<T> type, Supplier<T> start) {
        get();
        AutoCloseable there = ON_IT.get(name);
        if (there == null) {
            there = start.get();
            ON_IT.put(name, there);
            TO_CLOSE.push(there);
        }
        return type.cast(there);
    }

    private static synchronized void end() {
        for (AutoCloseable shared : TO_CLOSE) {
            try {
                shared.close();
            } catch (Exception e) {
                LOG.warn("a product of tests did not end in order", e);
            }
        }
        if (stack != null) {
            stack.close();
        }
    }
}
