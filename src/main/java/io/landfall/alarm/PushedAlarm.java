package io.landfall.alarm;

import java.time.Instant;

import org.jspecify.annotations.Nullable;

/**
 * An alarm as Alertmanager is to hear of it.
 *
 * @param claim until when it is claimed, by the ledger's clock, and which claim of it this is: a later change makes it void
 * @param closedAt null: it is open
 */
public record PushedAlarm(
        long id,
        Instant claim,
        String key,
        Severity severity,
        String summary,
        long count,
        Instant firstAt,
        Instant lastAt,
        @Nullable Instant closedAt) {

    /** What kind it is of, as README's table of alarms has it: the key up to what it is about. */
    public String kind() {
        int colon = key.indexOf(':');
        return colon < 0 ? key : key.substring(0, colon);
    }

    /** What it is about, behind the kind; empty: there is only one. */
    String subject() {
        int colon = key.indexOf(':');
        return colon < 0 ? "" : key.substring(colon + 1);
    }
}
