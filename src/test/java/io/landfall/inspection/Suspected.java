package io.landfall.inspection;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;

import io.landfall.state.TaskState;

/** Suspects as tests need them. */
final class Suspected {
    static final Instant NOW = Instant.parse("2026-01-02T03:04:05Z");

    private Suspected() {}

    static Suspect suspect(String taskId) {
        return since(taskId, Duration.ofMinutes(20));
    }

    /** In its state for that long. */
    static Suspect since(String taskId, Duration age) {
        return suspect(taskId, "asr", 1, age);
    }

    static Suspect suspect(String taskId, String type, int attempt, Duration age) {
        Instant since = NOW.minus(age);
        return new Suspect(taskId, attempt, TaskState.ANALYZING, type, null, null, null, since, since);
    }

    static List<Seen> many(String name, int number) {
        return IntStream.range(0, number)
                .mapToObj(i -> new Seen(suspect(name + "-" + i), null, NOW))
                .toList();
    }
}
