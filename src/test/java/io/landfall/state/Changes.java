package io.landfall.state;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** Changes and tasks for tests, in few words. */
final class Changes {
    static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private Changes() {}

    static Change change(EventType type, @Nullable Integer attempt, @Nullable Long seq) {
        return new Change(
                type, attempt, seq, type == EventType.STAGE_COMPLETED ? "ASR" : null, null, Map.of(), Map.of(), null);
    }

    static Change change(
            EventType type, @Nullable Integer attempt, @Nullable Long seq, String name, @Nullable String json) {
        Map<String, @Nullable Json> patch = new LinkedHashMap<>();
        patch.put(name, json == null ? null : Json.of(json));
        Change plain = change(type, attempt, seq);
        return new Change(type, attempt, seq, plain.stage(), null, Map.of(), patch, null);
    }

    static Change failed(@Nullable Integer attempt, @Nullable Long seq, String code) {
        return new Change(
                EventType.FAILED, attempt, seq, null, null, Map.of(), Map.of(), Json.of("{\"code\":\"" + code + "\"}"));
    }

    static Change inIndex(EventType type, String index) {
        return new Change(type, null, null, null, index, Map.of(), Map.of(), null);
    }
}
