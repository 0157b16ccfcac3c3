package io.landfall.state;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collections;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/** A task while one event is being applied to it; what is not touched is shared with the task it came from. */
final class Draft {
    private final @Nullable Task before;
    private final String id;
    private final String index;

    private @Nullable TaskState state;
    private int attempt;
    private long highestSeq;
    private Map<String, Field> fields;
    private Map<Attribute, Tag> tags;
    private Map<String, Long> stages;
    private @Nullable Field error;
    private boolean touched;

    private Draft(@Nullable Task before, String id, String index, int attempt) {
        this.before = before;
        this.id = id;
        this.index = index;
        this.state = before == null ? null : before.state();
        this.attempt = attempt;
        this.highestSeq = before == null ? 0 : before.highestSeq();
        this.fields = before == null ? Map.of() : before.fields();
        this.tags = before == null ? Map.of() : before.tags();
        this.stages = before == null ? Map.of() : before.stages();
        this.error = before == null ? null : before.error();
    }

    static Draft of(Task task) {
        return new Draft(task, task.id(), task.index(), task.attempt());
    }

    static Draft first(String id, String index, int attempt) {
        return new Draft(null, id, index, attempt);
    }

    /** Null: the task has no state yet. */
    @Nullable
    TaskState state() {
        return state;
    }

    int attempt() {
        return attempt;
    }

    /** A mark of this attempt for an event without its own sequence number ties with the highest, so arrival decides. */
    Mark mark(int ofAttempt, @Nullable Long seq) {
        return new Mark(ofAttempt, seq == null ? highestSeq : seq);
    }

    /** Whether anything of the event took effect. */
    boolean isTouched() {
        return touched;
    }

    void moveTo(TaskState next) {
        if (state != next) {
            state = next;
            touched = true;
            if (next != TaskState.FAILED) {
                error = null;
            }
        }
    }

    /** A new run: it keeps the fields, forgets why the last one failed, and starts its stages anew. */
    void raiseTo(int higher) {
        attempt = higher;
        error = null;
        stages = Map.of();
        touched = true;
    }

    void merge(Change change, Mark mark) {
        change.patch().forEach((name, value) -> put(name, value, mark));
        change.attributes().forEach((attribute, value) -> tag(attribute, value, mark));
        highestSeq = Math.max(highestSeq, mark.seq());
    }

    private void put(String name, @Nullable Json value, Mark mark) {
        Field known = fields.get(name);
        if (known != null && !mark.beats(known.mark())) {
            return;
        }
        if (before == null || fields == before.fields() || fields.isEmpty()) {
            fields = new LinkedHashMap<>(fields);
        }
        fields.put(name, new Field(value, mark));
        touched = true;
    }

    private void tag(Attribute attribute, String value, Mark mark) {
        Tag known = tags.get(attribute);
        if (known != null && !mark.beats(known.mark())) {
            return;
        }
        if (tags.isEmpty() || (before != null && tags == before.tags())) {
            tags = tags.isEmpty() ? new EnumMap<>(Attribute.class) : new EnumMap<>(tags);
        }
        tags.put(attribute, new Tag(value, mark));
        touched = true;
    }

    void finishStage(String stage, long seq) {
        Long known = stages.get(stage);
        if (known != null && known >= seq) {
            return;
        }
        stages = new LinkedHashMap<>(stages);
        stages.put(stage, seq);
        touched = true;
    }

    void fail(@Nullable Json why, Mark mark) {
        if (state == TaskState.FAILED && (error == null || mark.beats(error.mark()))) {
            error = new Field(why, mark);
            touched = true;
        }
    }

    /** Names and marks stay, for the view must know what to remove; values and stages go. */
    void erase(Mark mark) {
        Map<String, Field> erased = new LinkedHashMap<>();
        fields.keySet().forEach(name -> erased.put(name, new Field(null, mark)));
        fields = erased;
        stages = Map.of();
        error = null;
        touched = true;
    }

    /** The task after the event, one version later. */
    Task done(Instant now, boolean deleted) {
        TaskState newState = state == null ? TaskState.TO_ANALYZE : state;
        boolean moved = before == null || before.state() != newState || before.attempt() != attempt;
        long previous = before == null ? 0 : before.version();
        return new Task(
                id,
                index,
                newState,
                attempt,
                Math.max(previous + 1, ChronoUnit.MICROS.between(Instant.EPOCH, now)),
                before == null ? 0 : before.landedVersion(),
                highestSeq,
                Collections.unmodifiableMap(fields),
                Collections.unmodifiableMap(tags),
                Collections.unmodifiableMap(stages),
                error,
                before == null ? now : before.createdAt(),
                moved || before == null ? now : before.stateSince(),
                now,
                deleted ? now : null);
    }
}
