package io.landfall.view;

import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import io.landfall.event.Delivery;
import io.landfall.ledger.Ledger;
import io.landfall.state.Task;

/** Only rows, for tests of the view: what a ledger would answer when it is read or raised. */
public final class MemoryLedger implements Ledger {
    private final Map<String, Task> rows = new ConcurrentHashMap<>();

    private final Runnable onRead;

    public MemoryLedger() {
        this(() -> {});
    }

    /** Calls that whenever it is read. */
    public MemoryLedger(Runnable onRead) {
        this.onRead = onRead;
    }

    public void put(Task task) {
        rows.put(task.id(), task);
    }

    @Override
    public List<Task> read(Collection<String> taskIds) {
        onRead.run();
        return taskIds.stream().map(rows::get).filter(Objects::nonNull).toList();
    }

    @Override
    public Task raise(String taskId, long documentVersion) {
        return rows.computeIfPresent(taskId, (id, task) -> withVersion(task, documentVersion + 1));
    }

    private static Task withVersion(Task task, long version) {
        return new Task(
                task.id(),
                task.index(),
                task.state(),
                task.attempt(),
                Math.max(task.version(), version),
                task.landedVersion(),
                task.highestSeq(),
                task.fields(),
                task.tags(),
                task.stages(),
                task.error(),
                task.createdAt(),
                task.stateSince(),
                task.updatedAt(),
                task.deletedAt());
    }

    @Override
    public Applied apply(List<Delivery> deliveries) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<String> landed(Collection<Landing> landings) {
        throw new UnsupportedOperationException();
    }

    @Override
    public Instant now() {
        return Instant.now();
    }
}
