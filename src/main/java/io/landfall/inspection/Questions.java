package io.landfall.inspection;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.jspecify.annotations.Nullable;

/** The groups of one inspection, until each is answered or out of time. For one thread. */
final class Questions {
    private static final Duration GLANCE = Duration.ofMillis(100);

    private static final Duration GRACE = Duration.ofSeconds(1);

    private final Asking asking;
    private final Duration timeout;
    private final List<Group> waiting;
    private final List<Asked> asked = new ArrayList<>();
    private final LinkedBlockingQueue<Answered> answers = new LinkedBlockingQueue<>();
    private final Map<String, Long> stuck = new HashMap<>();
    /** Verifiers that were out of time: an inspection does not wait for them again. */
    private final Set<String> slow = new HashSet<>();

    private int open;

    Questions(Asking asking, List<Group> groups, Duration timeout) {
        this.asking = asking;
        this.timeout = timeout;
        this.waiting = new ArrayList<>(groups);
        this.open = groups.size();
    }

    /** A group and what was said of it. */
    record Answered(Group group, Verdicts verdicts) {}

    /** How many groups were not handed out by {@link #next} yet. */
    int open() {
        return open;
    }

    /** The next group that is answered; null: none within {@code wait}. */
    @Nullable
    Answered next(Duration wait) throws InterruptedException {
        long until = System.nanoTime() + wait.toNanos();
        do {
            endOverdue();
            begin();
            Answered answered = answers.poll(GLANCE.toNanos(), TimeUnit.NANOSECONDS);
            if (answered != null) {
                open--;
                return answered;
            }
        } while (open > 0 && System.nanoTime() < until);
        return null;
    }

    private void endOverdue() {
        for (Asked one : asked) {
            if (System.nanoTime() - one.since > timeout.toNanos() && one.over.compareAndSet(false, true)) {
                one.work.cancel(true);
                slow.add(one.group.verifier());
                answers.add(new Answered(
                        one.group,
                        Verdicts.unknown(one.group.suspects(), "its verifier did not answer within " + timeout)));
            }
        }
        asked.removeIf(one -> one.over.get());
    }

    private void begin() {
        Iterator<Group> groups = waiting.iterator();
        while (groups.hasNext()) {
            Group group = groups.next();
            if (slow.contains(group.verifier())) {
                groups.remove();
                answers.add(new Answered(
                        group,
                        Verdicts.unknown(
                                group.suspects(), "its verifier did not answer for others within " + timeout)));
            } else if (asking.take(group.verifier())) {
                groups.remove();
                asked.add(begin(group));
                stuck.remove(group.verifier());
            } else if (isStuck(group.verifier())) {
                groups.remove();
                answers.add(new Answered(
                        group,
                        Verdicts.unknown(
                                group.suspects(),
                                "its verifier is still at earlier questions that it never answered")));
            }
        }
    }

    /** All its places are taken by questions that nobody waits for any more, and for a while: most end when interrupted. */
    private boolean isStuck(String verifier) {
        if (asked.stream().anyMatch(one -> one.group.verifier().equals(verifier))) {
            return false;
        }
        long since = stuck.computeIfAbsent(verifier, unused -> System.nanoTime());
        return System.nanoTime() - since > GRACE.toNanos();
    }

    private Asked begin(Group group) {
        AtomicBoolean over = new AtomicBoolean();
        Future<?> work = asking.ask(group, verdicts -> {
            if (over.compareAndSet(false, true)) {
                answers.add(new Answered(group, verdicts));
            }
        });
        return new Asked(group, work, System.nanoTime(), over);
    }

    /** Nobody waits for the rest any more; those groups. */
    List<Group> giveUp() {
        List<Group> left = new ArrayList<>(waiting);
        waiting.clear();
        for (Asked one : asked) {
            if (one.over.compareAndSet(false, true)) {
                one.work.cancel(true);
                left.add(one.group);
            }
        }
        asked.clear();
        answers.forEach(answered -> left.add(answered.group));
        answers.clear();
        open = 0;
        return left;
    }

    private record Asked(Group group, Future<?> work, long since, AtomicBoolean over) {}
}
