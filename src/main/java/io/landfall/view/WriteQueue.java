package io.landfall.view;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.function.ToIntFunction;

/** What is left to be sent: now, or after a wait; cut into bulks by bytes, by count, and where a bulk was refused. */
final class WriteQueue {
    private final Deque<Writing> now = new ArrayDeque<>();
    private final List<Writing> later = new ArrayList<>();
    private final List<Writing> held = new ArrayList<>();
    /** How many the next bulks may hold, while a refused one is being halved. */
    private final Deque<Integer> limits = new ArrayDeque<>();

    void add(Writing writing) {
        now.addLast(writing);
    }

    /** After the next wait. */
    void addLater(Writing writing) {
        later.add(writing);
    }

    /** Not before {@link #resume}; from now on it is no longer among {@link #now}. */
    void hold(List<Writing> writings) {
        if (!writings.isEmpty()) {
            now.removeAll(new HashSet<>(writings));
            held.addAll(writings);
        }
    }

    /** One that is not among {@link #now}. */
    void hold(Writing writing) {
        held.add(writing);
    }

    /** These before all others. */
    void first(Collection<Writing> writings) {
        for (Writing writing : writings) {
            now.remove(writing);
            now.addFirst(writing);
        }
    }

    /** The whole bulk again, before all others: one document first, which asks for all whether anybody answers. */
    void again(List<Writing> bulk) {
        pushFront(bulk);
        if (bulk.size() > 1) {
            limits.push(bulk.size() - 1);
        }
        limits.push(1);
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
    List<Writing> take(int most, long bytesAtMost, ToIntFunction<Writing> bytes) {
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

    /** The wait is over: what was held comes back, and when nothing else was left to be sent, what was put off too. */
    void resume() {
        boolean idle = now.isEmpty();
        now.addAll(held);
        held.clear();
        if (idle) {
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

    List<Writing> held() {
        return held;
    }

    boolean isEmpty() {
        return now.isEmpty() && later.isEmpty() && held.isEmpty();
    }

    void removeAll(Collection<Writing> settled) {
        now.removeAll(settled);
    }
}
