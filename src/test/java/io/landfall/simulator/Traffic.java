package io.landfall.simulator;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * The endless sequence of records of many overlapping tasks: a pure function of the options and the start, but for
 * changes of the rate. For one thread at a time.
 */
public final class Traffic {
    private final Storyteller storyteller;
    private final PriorityQueue<Waiting> waiting = new PriorityQueue<>(Waiting.ORDER);
    private final Map<Fault, Long> faults = new EnumMap<>(Fault.class);
    private Duration interval;
    private Instant lastTaskAt;
    private Instant lastSentAt;
    private long tasks;
    private long records;

    public Traffic(TrafficOptions options, Instant start) {
        this.storyteller = new Storyteller(options);
        this.interval = TrafficOptions.interval(options.rate());
        this.lastTaskAt = start.minus(interval);
        this.lastSentAt = lastTaskAt;
    }

    /** When {@link #next} is to be sent. */
    public Instant nextDueAt() {
        startDueTasks();
        return waiting.element().sent.dueAt();
    }

    /** The next record; never earlier than the one before. */
    public Sent next() {
        startDueTasks();
        Sent next = waiting.remove().sent;
        lastSentAt = next.dueAt();
        return next;
    }

    /** From {@code now} on, that many new tasks a second; tasks already begun go on as they were. */
    public void changeRate(double tasksPerSecond, Instant now) {
        interval = TrafficOptions.interval(tasksPerSecond);
        // at a low rate the next task may have been begun far ahead
        lastTaskAt = lastSentAt.isBefore(now) ? now : lastSentAt;
    }

    /** Tasks begun so far. */
    public long tasks() {
        return tasks;
    }

    /** What went wrong so far in the tasks begun, their later records included. */
    public Map<Fault, Long> faults() {
        return Map.copyOf(faults);
    }

    private void startDueTasks() {
        while (waiting.isEmpty() || !waiting.element().sent.dueAt().isBefore(lastTaskAt.plus(interval))) {
            lastTaskAt = lastTaskAt.plus(interval);
            Story story = storyteller.tell(tasks++, lastTaskAt);
            story.sent().forEach(sent -> waiting.add(new Waiting(sent, records++)));
            story.faults().forEach((fault, times) -> faults.merge(fault, (long) times, Long::sum));
        }
    }

    private record Waiting(Sent sent, long number) {
        static final Comparator<Waiting> ORDER =
                Comparator.<Waiting, Instant>comparing(one -> one.sent.dueAt()).thenComparing(Waiting::number);
    }
}
