package io.landfall.overview;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;

/**
 * What landed on this node, by task type and model: documents, and how long their events had taken since the timestamps of
 * their records. Also {@code landfall_landing_seconds}, without types: those are the producers' words, and not bounded.
 */
public final class Landings {
    /** Groups between two looks; whoever makes up names gets no memory for it. */
    private static final int MOST_GROUPS = 1_000;

    private final Timer timer;
    private Map<Group, Tally> tallies = new HashMap<>();

    public Landings(MeterRegistry meters) {
        timer = Timer.builder("landfall.landing")
                .description("From the timestamp of an event's record to the landing of its task")
                .serviceLevelObjectives(
                        Duration.ofMillis(100),
                        Duration.ofMillis(250),
                        Duration.ofMillis(500),
                        Duration.ofSeconds(1),
                        Duration.ofMillis(2_500),
                        Duration.ofSeconds(5),
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(1),
                        Duration.ofMinutes(5),
                        Duration.ofMinutes(30))
                .register(meters);
    }

    /**
     * A document landed.
     *
     * @param events how long each event that it shows for the first time had taken; none: it is a second chance
     */
    public void landed(@Nullable String taskType, @Nullable String model, List<Duration> events) {
        events.forEach(timer::record);
        Group group = Group.of(taskType, model);
        synchronized (this) {
            Group known = tallies.size() < MOST_GROUPS || tallies.containsKey(group) ? group : Group.OTHERS;
            tallies.computeIfAbsent(known, unused -> new Tally()).add(events);
        }
    }

    /** What came since the last call; the smallest groups together, and the sum over all. */
    List<Flow> take() {
        Map<Group, Tally> taken;
        synchronized (this) {
            taken = tallies;
            tallies = new HashMap<>();
        }
        Map<Group, Tally> kept = new HashMap<>();
        taken.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<Group, Tally> one) -> -one.getValue().documents))
                .forEach(one -> kept.computeIfAbsent(
                                kept.size() < Group.MOST ? one.getKey() : Group.OTHERS, unused -> new Tally())
                        .add(one.getValue()));
        List<Flow> flows = new ArrayList<>();
        Tally all = new Tally();
        kept.forEach((group, tally) -> {
            all.add(tally);
            flows.addAll(flows(Flow.DOCUMENTS, Flow.EVENTS, group, tally));
        });
        flows.addAll(flows(Flow.ALL_DOCUMENTS, Flow.ALL_EVENTS, Group.ALL, all));
        return flows;
    }

    private static List<Flow> flows(String documents, String events, Group group, Tally tally) {
        List<Flow> flows = new ArrayList<>();
        if (tally.documents > 0) {
            flows.add(new Flow(documents, "", group, tally.documents, 0, List.of()));
        }
        if (tally.events > 0) {
            flows.add(new Flow(events, "", group, tally.events, tally.millis, tally.buckets()));
        }
        return flows;
    }

    /** Of one group. */
    private static final class Tally {
        private final long[] buckets = new long[LatencyScale.SIZE];
        private long documents;
        private long events;
        private long millis;

        void add(List<Duration> took) {
            documents++;
            events += took.size();
            for (Duration one : took) {
                millis += Math.max(0, one.toMillis());
                buckets[LatencyScale.bucket(one)]++;
            }
        }

        void add(Tally other) {
            documents += other.documents;
            events += other.events;
            millis += other.millis;
            for (int bucket = 0; bucket < buckets.length; bucket++) {
                buckets[bucket] += other.buckets[bucket];
            }
        }

        List<Long> buckets() {
            int length = buckets.length;
            while (length > 0 && buckets[length - 1] == 0) {
                length--;
            }
            List<Long> trimmed = new ArrayList<>(length);
            for (int bucket = 0; bucket < length; bucket++) {
                trimmed.add(buckets[bucket]);
            }
            return trimmed;
        }
    }
}
