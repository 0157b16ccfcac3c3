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

    /** Closes the open alarm of that key, if there is one. */
    void close(String key);
}
