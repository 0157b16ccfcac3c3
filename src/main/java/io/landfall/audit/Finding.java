package io.landfall.audit;

import io.landfall.ledger.Printable;

/**
 * One thing that does not hold.
 *
 * @param subject a task's id; for the books {@code topic-partition}
 * @param detail one line without payloads, at most {@link #LONGEST} characters
 */
record Finding(FindingKind kind, String subject, String detail) {
    private static final int LONGEST = 500;

    Finding {
        String printable = Printable.of(detail);
        detail = printable.length() <= LONGEST ? printable : Printable.of(printable.substring(0, LONGEST - 3)) + "...";
    }
}
