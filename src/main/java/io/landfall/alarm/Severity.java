package io.landfall.alarm;

/** How soon a person must act: P1 now, P2 today, P3 this week. */
public enum Severity {
    P1,
    P2,
    P3
}
