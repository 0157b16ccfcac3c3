package io.landfall.dingtalk;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;

/**
 * Notifications that wait to be sent: the newest of each group, with all who want to know that it was. In memory only: Alertmanager
 * keeps what it was not told of as sent, and hands it over again.
 */
public final class AlertQueue {
    /** Alertmanager has a few; beyond that it is not ours, and the heap is. */
    static final int MOST_GROUPS = 100;

    /** What comes again within that time, word for word, is a try of which the answer got lost; later, a reminder. */
    static final Duration SAME = Duration.ofMinutes(5);

    private final Map<String, Waiting> waiting = new LinkedHashMap<>();
    private final Map<String, Sent> sent = new LinkedHashMap<>();
    private final Clock clock;
    private int underWay;

    AlertQueue(Clock clock) {
        this.clock = clock;
    }

    /**
     * One that waits.
     *
     * @param replaced earlier ones of its group that were never sent
     */
    private record Waiting(Notification notification, List<CompletableFuture<Void>> told, int replaced) {
        /** A newer one of the same group. */
        Waiting then(Waiting newer) {
            List<CompletableFuture<Void>> all = new ArrayList<>(told);
            all.addAll(newer.told);
            all.removeIf(CompletableFuture::isDone);
            int more = notification.equals(newer.notification) ? 0 : 1;
            return new Waiting(newer.notification, all, replaced + newer.replaced + more);
        }
    }

    private record Sent(Notification notification, Instant at) {}

    /** What one message is to tell. */
    public static final class Batch {
        static final Batch NONE = new Batch(List.of());

        private final List<Waiting> parts;

        private Batch(List<Waiting> parts) {
            this.parts = parts;
        }

        public boolean isEmpty() {
            return parts.isEmpty();
        }

        List<Notification> notifications() {
            return parts.stream().map(Waiting::notification).toList();
        }

        int replaced() {
            return parts.stream().mapToInt(Waiting::replaced).sum();
        }
    }

    /**
     * Puts it in the place of an earlier one of its group.
     *
     * @return completed when it, or a newer one of its group, was sent; at once when it just was. Empty: there is no room
     */
    public synchronized Optional<CompletableFuture<Void>> offer(Notification notification) {
        String group = notification.group();
        if (!waiting.containsKey(group)) {
            if (wasJustSent(notification)) {
                return Optional.of(CompletableFuture.completedFuture(null));
            }
            if (waiting.size() >= MOST_GROUPS) {
                return Optional.empty();
            }
        }
        CompletableFuture<Void> told = new CompletableFuture<>();
        waiting.merge(group, new Waiting(notification, List.of(told), 0), Waiting::then);
        return Optional.of(told);
    }

    private boolean wasJustSent(Notification notification) {
        Sent last = sent.get(notification.group());
        return last != null
                && last.notification.equals(notification)
                && Duration.between(last.at, clock.instant()).compareTo(SAME) < 0;
    }

    /** All that wait, in the order of their coming; they are sent, or go back. */
    synchronized Batch take() {
        Batch batch = new Batch(List.copyOf(waiting.values()));
        waiting.clear();
        underWay = batch.parts.size();
        return batch;
    }

    /** They are in DingTalk's hands now. */
    void sent(Batch batch) {
        synchronized (this) {
            underWay = 0;
            Instant now = clock.instant();
            sent.values().removeIf(one -> Duration.between(one.at, now).compareTo(SAME) >= 0);
            batch.notifications().forEach(one -> sent.put(one.group(), new Sent(one, now)));
        }
        batch.parts.forEach(part -> part.told.forEach(told -> told.complete(null)));
    }

    /** They wait again, but for those of which there is a newer one by now. */
    synchronized void back(Batch batch) {
        underWay = 0;
        Map<String, Waiting> newer = new LinkedHashMap<>(waiting);
        waiting.clear();
        batch.parts.forEach(part -> waiting.put(part.notification.group(), part));
        newer.forEach((group, part) -> waiting.merge(group, part, Waiting::then));
    }

    /** Groups that wait, those under way too. */
    public synchronized int size() {
        return waiting.size() + underWay;
    }
}
