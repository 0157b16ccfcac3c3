package io.landfall.ledger;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.landfall.event.Delivery;
import io.landfall.event.SourceRecord;
import io.landfall.event.TaskEvent;
import io.landfall.event.TraceParent;
import io.landfall.ledger.EventLog.EventKey;
import io.landfall.ledger.Ledger.Settled;
import io.landfall.ledger.Ledger.Word;
import io.landfall.state.EventType;
import io.landfall.state.Outcome;
import io.landfall.state.Task;
import io.landfall.state.Transitions;

/** Folds one batch of deliveries through the state machine, in memory: what came out waits here to be stored. */
final class BatchFold {
    private final Transitions transitions;
    private final Instant now;
    private final Map<String, Task> before;
    private final Map<EventKey, byte[]> logged;
    private final Set<EventKey> forced;
    private final IdentityHashMap<Delivery, Long> replays;
    private final Set<EventKey> onlyIllegal;

    private final Map<EventKey, SourceRecord> inBatch = new HashMap<>();
    private final Map<String, Task> changed = new LinkedHashMap<>();
    private final List<Settled> outcomes = new ArrayList<>();
    private final List<EventLog.Entry> log = new ArrayList<>();
    private final List<DeadLetter> deadLetters = new ArrayList<>();
    private final List<Dispatch.Order> dispatches = new ArrayList<>();
    private final List<ReplayedLetters.Attempt> attempts = new ArrayList<>();

    /**
     * A fold that has not begun.
     *
     * @param before the batch's tasks that exist, locked
     * @param logged hashes of those of its events that are in the log
     * @param forced RETRY events that an operator forces
     * @param replays deliveries that are dead letters sent again, by identity, and of which letter
     * @param onlyIllegal replayed events that the log knows as illegal and nothing else: they are judged once more
     */
    BatchFold(
            Transitions transitions,
            Instant now,
            Map<String, Task> before,
            Map<EventKey, byte[]> logged,
            Set<EventKey> forced,
            IdentityHashMap<Delivery, Long> replays,
            Set<EventKey> onlyIllegal) {
        this.transitions = transitions;
        this.now = now;
        this.before = before;
        this.logged = logged;
        this.forced = forced;
        this.replays = replays;
        this.onlyIllegal = onlyIllegal;
    }

    void add(Delivery delivery) {
        if (delivery instanceof Delivery.WellFormed wellFormed) {
            Settled settled = apply(wellFormed);
            outcomes.add(settled);
            Long letter = replays.get(delivery);
            if (letter != null && settled.word() != Word.ILLEGAL) {
                attempts.add(new ReplayedLetters.Attempt(letter, settled.word(), null, null, delivery.source()));
            }
        } else if (delivery instanceof Delivery.Malformed bad) {
            refuse(
                    bad,
                    Word.MALFORMED,
                    new DeadLetter(bad.source(), bad.hash(), bad.reason(), bad.detail(), bad.taskId()));
            outcomes.add(new Settled(Word.MALFORMED, bad.reason()));
        }
    }

    /** A new letter, or one more attempt of the letter that came again. */
    private void refuse(Delivery delivery, Word word, DeadLetter refused) {
        Long letter = replays.get(delivery);
        if (letter == null) {
            deadLetters.add(refused);
        } else {
            attempts.add(
                    new ReplayedLetters.Attempt(letter, word, refused.reason(), refused.detail(), refused.source()));
        }
    }

    private Settled apply(Delivery.WellFormed delivery) {
        TaskEvent event = delivery.event();
        EventKey key = EventKey.of(event);
        byte[] hash = logged.get(key);
        SourceRecord first = inBatch.putIfAbsent(key, delivery.source());
        if (!isTheSame(delivery, hash, first)) {
            return illegal(delivery, DeadLetterReasons.EVENT_ID_REUSED);
        }
        boolean isKnown = hash != null || first != null;
        boolean replay = replays.containsKey(delivery);
        if (isKnown && !(replay && onlyIllegal.contains(key))) {
            return new Settled(Word.ALREADY_APPLIED, "");
        }
        Task task = task(event.taskId());
        boolean force = event.change().type() == EventType.RETRY && forced.contains(key);
        Outcome outcome = transitions.apply(task, event.taskId(), event.change(), now, force);
        if (!(outcome instanceof Outcome.Illegal)) {
            onlyIllegal.remove(key);
        }
        if (outcome instanceof Outcome.Applied applied) {
            changed.put(applied.task().id(), applied.task());
            if (applied.dispatch()) {
                dispatches.add(new Dispatch.Order(
                        applied.task(), TraceParent.of(delivery.source().headers())));
            }
            return logged(delivery, Word.APPLIED, null, applied.task().version(), true);
        }
        if (outcome instanceof Outcome.Illegal illegal) {
            if (!replay) {
                logged(delivery, Word.ILLEGAL, illegal.reason(), null, true);
            }
            return illegal(delivery, illegal.reason());
        }
        boolean alive = task == null || !task.isDeleted();
        return logged(delivery, outcome instanceof Outcome.Stale ? Word.STALE : Word.NO_EFFECT, null, null, alive);
    }

    /**
     * As the one that came before it, byte for byte.
     *
     * @param logged hash of the one in the log; null: none is there
     * @param first of this batch; null: none was before
     */
    private static boolean isTheSame(
            Delivery.WellFormed delivery, byte @Nullable [] logged, @Nullable SourceRecord first) {
        if (logged != null) {
            return Arrays.equals(logged, delivery.hash());
        }
        return first == null || Arrays.equals(first.value(), delivery.source().value());
    }

    private Settled logged(
            Delivery.WellFormed delivery, Word word, @Nullable String reason, @Nullable Long version, boolean kept) {
        log.add(new EventLog.Entry(delivery, word, reason, version, kept));
        return new Settled(word, "");
    }

    private Settled illegal(Delivery.WellFormed delivery, String reason) {
        String taskId = delivery.event().taskId();
        String detail = delivery.event().change().type() + " can't be applied to task " + taskId + ": " + reason;
        refuse(delivery, Word.ILLEGAL, new DeadLetter(delivery.source(), delivery.hash(), reason, detail, taskId));
        return new Settled(Word.ILLEGAL, reason);
    }

    private @Nullable Task task(String id) {
        Task task = changed.get(id);
        return task == null ? before.get(id) : task;
    }

    List<Settled> outcomes() {
        return outcomes;
    }

    List<EventLog.Entry> log() {
        return log;
    }

    List<DeadLetter> deadLetters() {
        return deadLetters;
    }

    List<Dispatch.Order> dispatches() {
        return dispatches;
    }

    List<ReplayedLetters.Attempt> attempts() {
        return attempts;
    }

    /** Tasks that did not exist before, in id order. */
    List<Task> inserts() {
        return changed.values().stream()
                .filter(task -> !before.containsKey(task.id()))
                .sorted(TaskOrder.BY_ID)
                .toList();
    }

    /** Tasks that existed and changed, in id order. */
    List<Task> updates() {
        return changed.values().stream()
                .filter(task -> before.containsKey(task.id()))
                .sorted(TaskOrder.BY_ID)
                .toList();
    }

    /** Changed tasks whose document's fields changed too. */
    List<Task> contents() {
        return changed.values().stream()
                .filter(task -> {
                    Task known = before.get(task.id());
                    return known == null
                            ? !task.fields().isEmpty()
                            : !known.fields().equals(task.fields());
                })
                .sorted(TaskOrder.BY_ID)
                .toList();
    }

    /** Every task of the batch that the view doesn't have in its newest version. */
    List<Task> writeSet() {
        Map<String, Task> all = new LinkedHashMap<>(before);
        all.putAll(changed);
        return all.values().stream().filter(Task::isUnlanded).toList();
    }
}
