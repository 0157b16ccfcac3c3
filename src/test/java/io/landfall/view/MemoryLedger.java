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
        return rows.computeIfPresent(
                taskId,
                (id, task) -> task.withVersion(Math.max(task.version(), documentVersion + 1), task.landedVersion()));
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
