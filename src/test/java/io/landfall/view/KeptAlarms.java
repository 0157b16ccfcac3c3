package io.landfall.view;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

import io.landfall.alarm.Alarms;
import io.landfall.alarm.Severity;

/** Remembers open alarms, for tests. */
public final class KeptAlarms implements Alarms {
    private final Map<String, String> open = new ConcurrentHashMap<>();

    @Override
    public void raise(String key, Severity severity, String summary) {
        open.put(key, summary);
    }

    @Override
    public void close(String key) {
        open.remove(key);
    }

    public Map<String, String> open() {
        return open;
    }
}
