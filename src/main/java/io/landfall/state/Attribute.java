package io.landfall.state;

/** What is known of a task beside its document: used to filter, and to ask a platform about it. */
public enum Attribute {
    TASK_TYPE("taskType"),
    MODEL("model"),
    PLATFORM("platform"),
    CALL_ID("callId");

    private final String key;

    Attribute(String key) {
        this.key = key;
    }

    /** The event field that carries it. */
    public String key() {
        return key;
    }
}
