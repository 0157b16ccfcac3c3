package io.landfall.simulator;

import java.util.Optional;

/** How a task ends. */
enum Ending {
    AT_ONCE,
    AFTER_RETRY,
    NEVER_WELL;

    /** @param draw 0 to 1 */
    static Ending drawn(double draw, FaultShares shares) {
        if (draw < shares.retried()) {
            return AFTER_RETRY;
        }
        return draw < shares.retried() + shares.failed() ? NEVER_WELL : AT_ONCE;
    }

    boolean isGood() {
        return this != NEVER_WELL;
    }

    Optional<Fault> fault() {
        return switch (this) {
            case AT_ONCE -> Optional.empty();
            case AFTER_RETRY -> Optional.of(Fault.RETRIED);
            case NEVER_WELL -> Optional.of(Fault.FAILED);
        };
    }
}
