package io.landfall.view;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.function.ToIntFunction;

/** What is left to be sent: now, or after a wait; cut into bulks by bytes, by count, and where a bulk was refused. */
final class WriteQueue {
    private final Deque<Writing> now = new ArrayDeque<>();
    private final List<Writing> later = new ArrayList<>();
    /** How many the next bulks may hold, while a refused one is being halved. */
    private final Deque<Integer> limits = new ArrayDeque<>();

    private final int most;

    WriteQueue(int most) {
        this.most = most;
    }

    void add(Writing writing) {
        now.addLast(writing);
    }

    /** After the next wait. */
    void addLater(Writing writing) {
        later.add(writing);
    }

    /** The whole bulk again, before all others. */
    void again(List<Writing> bulk) {
        pushFront(bulk);
        limits.push(bulk.size());
    }

    /** The bulk again, in two halves, before all others. */
    void halve(List<Writing> bulk) {
        pushFront(bulk);
        int first = bulk.size() / 2;
        limits.push(bulk.size() - first);
        limits.push(first);
    }

    private void pushFront(List<Writing> bulk) {
        for (int i = bulk.size() - 1; i >= 0; i--) {
            now.addFirst(bulk.get(i));
        }
    }

    /** The next bulk, at least one document however large; none only when nothing is left. */
    List<Writing> take(long bytesAtMost, ToIntFunction<Writing> bytes) {
        int count = limits.isEmpty() ? most : Math.min(limits.pop(), most);
        List<Writing> bulk = new ArrayList<>(Math.min(count, now.size()));
        long taken = 0;
        while (bulk.size() < count && !now.isEmpty()) {
            taken += bytes.applyAsInt(now.peekFirst());
            if (taken > bytesAtMost && !bulk.isEmpty()) {
                break;
            }
            bulk.add(now.removeFirst());
        }
        return bulk;
    }

    /** The wait is over. */
    void resume() {
        if (now.isEmpty()) {
            now.addAll(later);
            later.clear();
        }
    }

    Collection<Writing> now() {
        return now;
    }

    Collection<Writing> later() {
        return later;
    }

    boolean isEmpty() {
        return now.isEmpty() && later.isEmpty();
    }

    void removeAll(Collection<Writing> settled) {
        now.removeAll(settled);
    }
}
