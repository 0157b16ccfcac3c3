package io.landfall.state;

import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import static io.landfall.state.Transitions.Move.ANALYZED;
import static io.landfall.state.Transitions.Move.ANALYZING;
import static io.landfall.state.Transitions.Move.FAILED;
import static io.landfall.state.Transitions.Move.ILLEGAL;
import static io.landfall.state.Transitions.Move.RETRY;
import static io.landfall.state.Transitions.Move.STAY;
import static io.landfall.state.Transitions.Move.TO_ANALYZE;

/**
 * The state machine: what an event does to its task. Pure; the same task, event and time give the same outcome.
 *
 * <p>Within an attempt, events that carry {@code seq} may come in any order: states only climb TO_ANALYZE, ANALYZING,
 * FAILED, ANALYZED, and each field belongs to its highest mark.
 */
public final class Transitions {
    /** What a cell of the table says. */
    enum Move {
        STAY(null),
        TO_ANALYZE(TaskState.TO_ANALYZE),
        ANALYZING(TaskState.ANALYZING),
        ANALYZED(TaskState.ANALYZED),
        FAILED(TaskState.FAILED),
        /** The attempt is over: TO_RETRY of the next one. */
        RETRY(TaskState.TO_RETRY),
        ILLEGAL(null);

        final @Nullable TaskState target;

        Move(@Nullable TaskState target) {
            this.target = target;
        }
    }

    // DELETED stands apart: it beats every state
    //                                                    SUBMITTED   STARTED    STAGE_COMPLETED COMPLETED FAILED  RETRY
    private static final Map<EventType, Move> NONE = row(TO_ANALYZE, ANALYZING, ANALYZING, ANALYZED, FAILED, RETRY);
    private static final Map<TaskState, Map<EventType, Move>> TABLE = new EnumMap<>(Map.of(
            TaskState.TO_ANALYZE, row(STAY, ANALYZING, ANALYZING, ANALYZED, FAILED, RETRY),
            TaskState.ANALYZING, row(STAY, STAY, STAY, ANALYZED, FAILED, RETRY),
            TaskState.ANALYZED, row(STAY, STAY, STAY, STAY, STAY, ILLEGAL),
            TaskState.FAILED, row(STAY, STAY, STAY, ANALYZED, STAY, RETRY),
            TaskState.TO_RETRY, row(STAY, ANALYZING, ANALYZING, ANALYZED, FAILED, RETRY)));

    private final int maxAttempts;
    private final String defaultIndex;

    /**
     * A state machine with its limits.
     *
     * @param maxAttempts runs a task may have; a RETRY beyond is illegal
     * @param defaultIndex for tasks whose first event names none
     */
    public Transitions(int maxAttempts, String defaultIndex) {
        this.maxAttempts = maxAttempts;
        this.defaultIndex = defaultIndex;
    }

    /**
     * Applies one event that was not seen before.
     *
     * @param task null: nothing is known of it
     * @param now the ledger's time
     * @param forced an operator wants this RETRY even of an ANALYZED task
     */
    public Outcome apply(@Nullable Task task, String taskId, Change change, Instant now, boolean forced) {
        if (task != null && task.isDeleted()) {
            return change.type() == EventType.DELETED ? new Outcome.NoEffect() : new Outcome.Stale();
        }
        if (task != null && change.index() != null && !change.index().equals(task.index())) {
            return new Outcome.Illegal("index-changed");
        }
        Draft draft = task == null ? first(taskId, change) : Draft.of(task);
        int attempt = change.attempt() == null ? draft.attempt() : change.attempt();
        Mark mark = draft.mark(attempt, change.seq());
        return switch (change.type()) {
            case DELETED -> delete(draft, mark, now);
            case RETRY -> retry(draft, change, mark, now, forced);
            default ->
                attempt < draft.attempt() ? lateResult(draft, change, mark, now) : move(draft, change, mark, now);
        };
    }

    private Draft first(String taskId, Change change) {
        String index = change.index() == null ? defaultIndex : change.index();
        return Draft.first(taskId, index, change.attempt() == null ? 1 : change.attempt());
    }

    private static Outcome delete(Draft draft, Mark mark, Instant now) {
        draft.erase(mark);
        return new Outcome.Applied(draft.done(now, true), false);
    }

    /** RETRY(N) says that attempt N is over; said again, it has no effect. */
    private Outcome retry(Draft draft, Change change, Mark mark, Instant now, boolean forced) {
        boolean alreadyOver =
                mark.attempt() < draft.attempt() || (change.attempt() == null && draft.state() == TaskState.TO_RETRY);
        if (alreadyOver) {
            return new Outcome.NoEffect();
        }
        if (cell(draft.state(), EventType.RETRY) == ILLEGAL && !forced) {
            return new Outcome.Illegal("retry-of-analyzed");
        }
        if (mark.attempt() >= maxAttempts) {
            return new Outcome.Illegal("attempt-cap");
        }
        draft.raiseTo(mark.attempt() + 1);
        draft.moveTo(TaskState.TO_RETRY);
        draft.merge(change, mark);
        return new Outcome.Applied(draft.done(now, false), true);
    }

    /** Of an attempt that was given up only its result counts, and only while its successor has none. */
    private static Outcome lateResult(Draft draft, Change change, Mark mark, Instant now) {
        boolean taken = change.type() == EventType.COMPLETED
                && mark.attempt() == draft.attempt() - 1
                && (draft.state() == TaskState.TO_RETRY || draft.state() == TaskState.ANALYZING);
        if (!taken) {
            return new Outcome.Stale();
        }
        draft.moveTo(TaskState.ANALYZED);
        draft.merge(change, mark);
        return new Outcome.Applied(draft.done(now, false), false);
    }

    private static Outcome move(Draft draft, Change change, Mark mark, Instant now) {
        if (mark.attempt() > draft.attempt()) {
            draft.raiseTo(mark.attempt());
            // a higher attempt begins like a retried one; what is ANALYZED stays so (I4)
            if (draft.state() != null && draft.state() != TaskState.ANALYZED) {
                draft.moveTo(TaskState.TO_RETRY);
            }
        }
        TaskState target = cell(draft.state(), change.type()).target;
        if (target != null) {
            draft.moveTo(target);
        }
        draft.merge(change, mark);
        if (change.type() == EventType.STAGE_COMPLETED && change.stage() != null) {
            draft.finishStage(change.stage(), mark.seq());
        }
        if (change.type() == EventType.FAILED) {
            draft.fail(change.error(), mark);
        }
        return draft.isTouched() ? new Outcome.Applied(draft.done(now, false), false) : new Outcome.NoEffect();
    }

    /** The table's word; {@code state} null: none yet. Package-private for the test that reads the whole table. */
    static Move cell(@Nullable TaskState state, EventType type) {
        Map<EventType, Move> row = state == null ? NONE : TABLE.getOrDefault(state, NONE);
        return row.getOrDefault(type, STAY);
    }

    private static Map<EventType, Move> row(
            Move submitted, Move started, Move stageCompleted, Move completed, Move failed, Move retry) {
        return new EnumMap<>(Map.of(
                EventType.SUBMITTED, submitted,
                EventType.STARTED, started,
                EventType.STAGE_COMPLETED, stageCompleted,
                EventType.COMPLETED, completed,
                EventType.FAILED, failed,
                EventType.RETRY, retry));
    }
}
