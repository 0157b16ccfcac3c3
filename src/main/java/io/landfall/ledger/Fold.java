package io.landfall.ledger;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.landfall.event.LoggedPayload;
import io.landfall.state.Change;
import io.landfall.state.EventType;
import io.landfall.state.Outcome;
import io.landfall.state.Task;
import io.landfall.state.Transitions;

/**
 * A task's row made anew from the event log: what was logged as applied is applied again, in the order of its versions,
 * at the times of the log. Nothing is judged again: caps and forbidden moves were decided when the events came.
 */
public final class Fold {
    private Fold() {}

    /** What the log says. */
    public sealed interface Folding {}

    /** The task as its last logged event left it; its landed version is 0, for the log does not know the view. */
    public record Folded(Task task) implements Folding {}

    /**
     * The log alone does not say what the task is.
     *
     * @param reason one line without payloads
     * @param gap whether the log contradicts itself: lines of it are missing that nobody took away on purpose
     */
    public record NotFoldable(String reason, boolean gap) implements Folding {}

    /**
     * One applied event.
     *
     * @param version the task's version after it
     * @param payload null: a tombstone that was taken for DELETED
     */
    record Line(String eventId, EventType type, long version, Instant loggedAt, byte @Nullable [] payload) {}

    /**
     * Folds lines in the order of their versions.
     *
     * @param base the task as it was kept before its first events went; null: the lines begin with its first event
     * @param index where the task's document goes when its first event named none
     */
    static Folding of(@Nullable Task base, String taskId, String index, List<Line> lines) {
        if (lines.isEmpty() && base == null) {
            return new NotFoldable("the log holds no applied event of it", true);
        }
        Transitions transitions = new Transitions(Integer.MAX_VALUE, index);
        Task task = base;
        for (Line line : lines) {
            if (line.payload == null && line.type != EventType.DELETED) {
                return new NotFoldable("the payload of event " + line.eventId + " is no longer there", false);
            }
            Change change = LoggedPayload.change(line.payload);
            if (change == null) {
                return new NotFoldable("event " + line.eventId + " can't be read any more", false);
            }
            if (!(transitions.apply(task, taskId, change, line.loggedAt, true) instanceof Outcome.Applied applied)) {
                String reason = "event " + line.eventId
                        + " is logged as applied, and can't be where it stands: an event" + " before it is missing";
                return new NotFoldable(reason, true);
            }
            // as it was logged: it may have been lifted above a document's in between
            task = applied.task().withVersion(line.version, 0);
        }
        return new Folded(Objects.requireNonNull(task));
    }
}
