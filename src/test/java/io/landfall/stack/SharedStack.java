package io.landfall.stack;

import org.jspecify.annotations.Nullable;

/** The one stack that all integration tests of a JVM use: started when first asked for, stopped with the JVM. */
public final class SharedStack {
    private static @Nullable LocalStack stack;

    private SharedStack() {}

    /** The running stack. A test that stops or freezes one of its servers also brings it back. */
    public static synchronized LocalStack get() {
        LocalStack running = stack;
        if (running == null) {
            running = LocalStack.start(StackOptions.tests());
            Runtime.getRuntime().addShutdownHook(new Thread(running::close, "local-stack-stop"));
            stack = running;
        }
        return running;
    }
}
