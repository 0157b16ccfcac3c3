package io.landfall.compensation;

import java.util.Locale;

/** Why a run ended. */
public enum Ending {
    /** Nothing was due any more. */
    DONE,
    /** An operator stopped it. */
    STOPPED,
    /** An operator paused compensation. */
    PAUSED,
    /** More than half of its last tries failed. */
    GUARD,
    /** The view takes no writes at all; what was claimed was given back, and no try counted. */
    VIEW_AWAY,
    /** The ledger could not be asked. */
    LEDGER_AWAY,
    /** Its node is shutting down. */
    SHUTDOWN,
    /** Its node gave no sign of life; another node said so. */
    LOST,
    /** What must not happen; the log says more. */
    ERROR;

    /** As reports and metrics say it. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
