package io.landfall.alarm;

/** Where alarms go. One open alarm a key: raising it again counts up. Never throws: an alarm must not stop the work. */
public interface Alarms {
    /**
     * Raises an alarm, or counts up the open one of that key.
     *
     * @param key what is wrong and with what, bounded in number, such as {@code view-away} or {@code attempt-cap}
     * @param summary one sentence for the person who must act, without payloads
     */
    void raise(String key, Severity severity, String summary);

    /**
     * Counts an occurrence that nobody can take back, such as a bad command: an alarm that closes itself after a while
     * without another one ({@code landfall.alarms.quiet}). One that is also raised stays till it is closed.
     *
     * @param key as for {@link #raise}
     * @param summary as for {@link #raise}
     */
    default void occurred(String key, Severity severity, String summary) {
        raise(key, severity, summary);
    }

    /** Closes the open alarm of that key, if there is one. */
    void close(String key);
}
