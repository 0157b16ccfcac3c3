package io.landfall.state;

/** The facts that can be told about a task; DESIGN's event field {@code type}. */
public enum EventType {
    SUBMITTED,
    STARTED,
    STAGE_COMPLETED,
    COMPLETED,
    FAILED,
    RETRY,
    DELETED
}
