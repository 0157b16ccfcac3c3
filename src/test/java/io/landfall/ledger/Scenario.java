package io.landfall.ledger;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import io.landfall.state.EventType;

/**
 * The events of one task in two attempts, made from a random seed, and what must have become of the task when all are applied. Events of an attempt may come in
 * any order; the second attempt's come after the first one's.
 */
final class Scenario {
    private static final List<EventType> TYPES =
            List.of(EventType.STARTED, EventType.STAGE_COMPLETED, EventType.FAILED, EventType.COMPLETED);
    private static final List<String> CLIMB = List.of("TO_ANALYZE", "TO_RETRY", "ANALYZING", "FAILED", "ANALYZED");

    /** One event; a null value in {@code patch} removes the field. */
    record Fact(String taskId, EventType type, int attempt, long seq, String stage, Map<String, Integer> patch) {}

    final String taskId;
    final List<Fact> first = new ArrayList<>();
    final List<Fact> second = new ArrayList<>();

    Scenario(String taskId, Random random) {
        this.taskId = taskId;
        for (long seq : seqs(random, 1 + random.nextInt(7))) {
            // a retry of an attempt whose result came is illegal, so the first one ends without
            EventType type = random.nextInt(5) == 0 ? EventType.SUBMITTED : TYPES.get(random.nextInt(3));
            first.add(fact(type, 1, seq, random));
        }
        if (random.nextBoolean()) {
            second.add(new Fact(taskId, EventType.RETRY, 1, 1_000, "", Map.of()));
            for (long seq : seqs(random, random.nextInt(6))) {
                second.add(fact(TYPES.get(random.nextInt(4)), 2, 2_000 + seq, random));
            }
        }
    }

    private static Set<Long> seqs(Random random, int count) {
        Set<Long> seqs = new HashSet<>();
        while (seqs.size() < count) {
            seqs.add((long) random.nextInt(500));
        }
        return seqs;
    }

    private Fact fact(EventType type, int attempt, long seq, Random random) {
        Map<String, Integer> patch = new TreeMap<>();
        for (String name : List.of("a", "b", "c")) {
            int value = random.nextInt(20);
            if (value < 10) {
                patch.put(name, value == 0 ? null : value);
            }
        }
        return new Fact(taskId, type, attempt, seq, random.nextBoolean() ? "ASR" : "LLM", patch);
    }

    /** Once or up to three times each, in any order. */
    static List<Fact> shuffled(List<Fact> facts, Random random) {
        List<Fact> deliveries = new ArrayList<>();
        for (Fact fact : facts) {
            deliveries.addAll(Collections.nCopies(1 + random.nextInt(3), fact));
        }
        Collections.shuffle(deliveries, random);
        return deliveries;
    }

    /** The furthest state of the last attempt, each field's highest writer, the last attempt's stages and last error. */
    String picture() {
        int attempt = second.isEmpty() ? 1 : 2;
        String state = attempt == 1 ? "TO_ANALYZE" : "TO_RETRY";
        Map<String, Fact> owners = new TreeMap<>();
        Set<String> stages = new TreeSet<>();
        long failedAt = -1;
        List<Fact> all = new ArrayList<>(first);
        all.addAll(second);
        for (Fact fact : all) {
            fact.patch.keySet().forEach(name -> owners.merge(name, fact, (x, y) -> x.seq > y.seq ? x : y));
            if (fact.attempt != attempt) {
                continue;
            }
            state = further(state, fact.type);
            if (fact.type == EventType.STAGE_COMPLETED) {
                stages.add(fact.stage);
            }
            if (fact.type == EventType.FAILED) {
                failedAt = Math.max(failedAt, fact.seq);
            }
        }
        Map<String, String> fields = new TreeMap<>();
        owners.forEach((name, owner) -> {
            if (owner.patch.get(name) != null) {
                fields.put(name, owner.patch.get(name).toString());
            }
        });
        return picture(state, attempt, fields, stages, state.equals("FAILED") ? "{\"code\":\"" + failedAt + "\"}" : "");
    }

    static String picture(String state, int attempt, Map<String, String> fields, Set<String> stages, String error) {
        return state + " " + attempt + " " + fields + " " + stages + " " + error;
    }

    private static String further(String state, EventType type) {
        String asked =
                switch (type) {
                    case STARTED, STAGE_COMPLETED -> "ANALYZING";
                    case COMPLETED -> "ANALYZED";
                    case FAILED -> "FAILED";
                    default -> state;
                };
        return CLIMB.indexOf(asked) > CLIMB.indexOf(state) ? asked : state;
    }
}
