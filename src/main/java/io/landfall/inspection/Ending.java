package io.landfall.inspection;

import java.util.Locale;

/** Why an inspection ended. */
public enum Ending {
    /** Everything that it found was asked about and judged. */
    DONE,
    /** An operator stopped it. */
    STOPPED,
    /** An operator paused inspections. */
    PAUSED,
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
