package io.landfall.console;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

import io.landfall.ledger.BadFilter;

/** A place in the list of tasks by the time that their state began; tasks of one instant lie in the order of their ids. */
record TaskPlace(Instant stateSince, String taskId) {
    /** The same text as {@link #toString}, made by the ledger from a row of {@code task}. */
    static final String KEY =
            "to_char(state_since at time zone 'UTC', 'YYYY-MM-DD\"T\"HH24:MI:SS.US\"Z\"') || ' ' || task_id";

    static final String ORDER = "state_since, task_id";

    private static final Instant END = Instant.parse("9999-12-31T23:59:59Z");

    static TaskPlace of(TaskRow task) {
        return new TaskPlace(task.stateSince(), task.taskId());
    }

    static TaskPlace parse(String text) {
        int blank = text.indexOf(' ');
        try {
            Instant since = Instant.parse(text.substring(0, Math.max(blank, 0)));
            if (since.isAfter(Instant.EPOCH) && since.isBefore(END)) {
                return new TaskPlace(since, text.substring(blank + 1));
            }
        } catch (DateTimeException e) {
            // said below
        }
        throw new BadFilter("after must be what `next` of this list was, with the same sort.");
    }

    OffsetDateTime at() {
        return stateSince.atOffset(ZoneOffset.UTC);
    }

    @Override
    public String toString() {
        return stateSince + " " + taskId;
    }
}
