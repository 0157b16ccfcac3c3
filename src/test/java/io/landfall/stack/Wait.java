package io.landfall.stack;

import java.time.Duration;

/** How long is waited for what must come: a wait ends when it came, so only a failure takes so long. */
public final class Wait {
    /** A machine that is busy with other tests takes thirty times what an idle one does. */
    public static final Duration MOST = Duration.ofMinutes(5);

    private Wait() {}
}
