package io.landfall.bench;

/** What the tasks of a backlog are like. */
enum Shape {
    /** Submitted, started, two stages with results, completed. */
    FIVE_EVENTS(5, 900),
    /** All in one event that completes the task. */
    ONE_EVENT(1, 900),
    /** As five events, with documents of about 20 KB. */
    LARGE_DOCUMENTS(5, 18_700),
    /** Few tasks, each told of thousands of times. */
    HOT_KEYS(5_000, 900);

    private final int events;
    private final int transcriptLength;

    Shape(int events, int transcriptLength) {
        this.events = events;
        this.transcriptLength = transcriptLength;
    }

    /** Of each task. */
    int events() {
        return events;
    }

    /** Bytes, about. */
    int transcriptLength() {
        return transcriptLength;
    }

    /** How many tasks stand for so many of five events: about as much work for whoever merges nothing. */
    int tasks(int ofFiveEvents) {
        return switch (this) {
            case FIVE_EVENTS -> ofFiveEvents;
            case ONE_EVENT -> ofFiveEvents * 2;
            case LARGE_DOCUMENTS -> Math.max(1, ofFiveEvents / 5);
            case HOT_KEYS -> Math.max(1, ofFiveEvents * FIVE_EVENTS.events / events);
        };
    }

    /** Tasks that begin between two events of one. */
    int gap() {
        return this == HOT_KEYS ? 1 : 400;
    }
}
