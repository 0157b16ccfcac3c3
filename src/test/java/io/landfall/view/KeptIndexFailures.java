package io.landfall.view;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

import io.landfall.failure.IndexBlock;
import io.landfall.failure.IndexFailures;

/** Remembers open failures of indices, for tests. */
public final class KeptIndexFailures implements IndexFailures {
    private final Map<String, IndexBlock> open = new ConcurrentHashMap<>();
    private final List<IndexBlock> records = new CopyOnWriteArrayList<>();

    /** What {@link #waiting} says. */
    public volatile long waiting;

    /** Whether tasks still keep failures open. */
    public volatile boolean unresolvable;

    @Override
    public void record(IndexBlock block) {
        records.add(block);
        open.put(block.index(), block);
    }

    @Override
    public boolean resolve(String index) {
        return !unresolvable && open.remove(index) != null;
    }

    @Override
    public List<String> open() {
        return new ArrayList<>(open.keySet());
    }

    @Override
    public long waiting(Collection<String> indices, long most) {
        return Math.min(waiting, most);
    }

    /** Every call. */
    public List<IndexBlock> records() {
        return records;
    }
}
