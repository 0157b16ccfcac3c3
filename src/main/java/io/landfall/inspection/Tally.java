package io.landfall.inspection;

import java.util.Collection;

import io.landfall.state.EventType;

/** What became of a group of suspects, in numbers. */
final class Tally {
    int scanned;
    int confirmed;
    int repaired;
    int retried;
    int failed;
    int running;
    int absent;
    int unknown;
    int moved;
    int strange;

    void seen(Kind kind) {
        scanned++;
        if (kind == Kind.RUNNING) {
            running++;
        } else if (kind == Kind.ABSENT) {
            absent++;
        } else if (kind == Kind.UNKNOWN) {
            unknown++;
        }
    }

    void sent(Collection<EventType> types) {
        for (EventType type : types) {
            if (type == EventType.RETRY) {
                retried++;
            } else if (type == EventType.FAILED) {
                failed++;
            } else {
                repaired++;
            }
        }
    }
}
