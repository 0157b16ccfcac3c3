package io.landfall.view;

import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

import io.landfall.state.Attribute;
import io.landfall.state.Field;
import io.landfall.state.Json;
import io.landfall.state.Mark;
import io.landfall.state.Tag;
import io.landfall.state.Task;
import io.landfall.state.TaskState;

/** Tasks for tests: {@code Tasks.task("a").version(7).field("n", "1").build()}. */
public final class Tasks {
    private static final Mark MARK = new Mark(1, 1);
    private static final Instant SINCE = Instant.parse("2026-01-02T03:04:05.678Z");

    private final String id;
    private String index = "tasks";
    private TaskState state = TaskState.ANALYZED;
    private long version = 1;
    private long landed;
    private final Map<String, Field> fields = new LinkedHashMap<>();
    private final Map<Attribute, Tag> tags = new EnumMap<>(Attribute.class);
    private final Map<String, Long> stages = new LinkedHashMap<>();
    private Field error;
    private Instant deletedAt;

    private Tasks(String id) {
        this.id = id;
    }

    public static Tasks task(String id) {
        return new Tasks(id);
    }

    public Tasks index(String value) {
        index = value;
        return this;
    }

    public Tasks state(TaskState value) {
        state = value;
        return this;
    }

    public Tasks version(long value) {
        version = value;
        return this;
    }

    public Tasks landed(long value) {
        landed = value;
        return this;
    }

    public Tasks field(String name, String json) {
        fields.put(name, new Field(Json.of(json), MARK));
        return this;
    }

    public Tasks removed(String name) {
        fields.put(name, new Field(null, MARK));
        return this;
    }

    public Tasks tag(Attribute attribute, String value) {
        tags.put(attribute, new Tag(value, MARK));
        return this;
    }

    public Tasks stage(String name, long seq) {
        stages.put(name, seq);
        return this;
    }

    public Tasks error(String json) {
        error = new Field(Json.of(json), MARK);
        return this;
    }

    public Tasks deleted() {
        deletedAt = SINCE;
        return this;
    }

    public Task build() {
        return new Task(
                id, index, state, 1, version, landed, 1, fields, tags, stages, error, SINCE, SINCE, SINCE, deletedAt);
    }

    public ViewWrite write() {
        return new ViewWrite(build(), System.nanoTime());
    }
}
