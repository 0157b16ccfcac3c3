package io.landfall.alarm;

import org.jspecify.annotations.Nullable;
import org.slf4j.MDC;

/** What a log line is about, as keys of the MDC: fields of their own where lines are JSON. */
public final class LogKeys {
    /** The task's id. */
    public static final String TASK_ID = "taskId";
    /** The failure's id, in decimal digits. */
    public static final String FAILURE_ID = "failureId";
    /** The route that was at work. */
    public static final String ROUTE = "route";
    /** The batch it worked on: its first record, as {@code topic-partition@offset}. */
    public static final String BATCH = "batch";

    private LogKeys() {}

    /** Writes a line about one task; nothing of it stays on the thread. */
    public static void ofTask(String taskId, Runnable line) {
        of(taskId, null, line);
    }

    /** Writes a line about one task, one failure, or both. */
    static void of(@Nullable String taskId, @Nullable Long failureId, Runnable line) {
        try {
            if (taskId != null) {
                MDC.put(TASK_ID, taskId);
            }
            if (failureId != null) {
                MDC.put(FAILURE_ID, failureId.toString());
            }
            line.run();
        } finally {
            MDC.remove(TASK_ID);
            MDC.remove(FAILURE_ID);
        }
    }
}
