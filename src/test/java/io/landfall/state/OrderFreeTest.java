package io.landfall.state;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

import org.jspecify.annotations.Nullable;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

import static io.landfall.state.Changes.NOW;
import static org.assertj.core.api.Assertions.assertThat;

/**
 * Events that carry attempt and seq come to the same in any order, any number of times; a plain model that knows the whole
 * set says to what.
 */
class OrderFreeTest {
    private static final List<EventType> TYPES = List.of(
            EventType.SUBMITTED, EventType.STARTED, EventType.STAGE_COMPLETED, EventType.COMPLETED, EventType.FAILED);

    record Event(EventType type, int attempt, long seq, String stage, Map<String, @Nullable Integer> patch) {
        Change change() {
            Map<String, @Nullable Json> fields = new LinkedHashMap<>();
            patch.forEach((name, value) -> fields.put(name, value == null ? null : Json.of(value.toString())));
            Json error = type == EventType.FAILED ? Json.of("{\"code\":\"" + seq + "\"}") : null;
            return new Change(
                    type,
                    attempt,
                    seq,
                    type == EventType.STAGE_COMPLETED ? stage : null,
                    null,
                    Map.of(),
                    fields,
                    error);
        }
    }

    @Property(tries = 2000)
    void one_attempt_comes_to_the_same_in_any_order(@ForAll("attempt") List<Event> events, @ForAll long shuffle) {
        List<Event> deliveries = shuffledAndRepeated(events, shuffle);
        assertThat(picture(fold(deliveries))).isEqualTo(modelOfOneAttempt(events));
    }

    @Property(tries = 2000)
    void attempts_in_order_and_their_events_in_any_come_to_the_same(
            @ForAll("attempt") List<Event> first, @ForAll("attempt") List<Event> second, @ForAll long shuffle) {
        // a retry of an attempt whose result came is illegal, so the first one ends without
        List<Event> given =
                first.stream().filter(e -> e.type != EventType.COMPLETED).toList();
        Event retry = new Event(EventType.RETRY, 1, 1_000, "", Map.of());
        // a task is submitted once: SUBMITTED of a second attempt is no part of the promise
        List<Event> again = second.stream()
                .filter(e -> e.type != EventType.SUBMITTED)
                .map(e -> new Event(e.type, 2, 2_000 + e.seq, e.stage, e.patch))
                .toList();

        List<Event> deliveries = new ArrayList<>(shuffledAndRepeated(given, shuffle));
        List<Event> rest = new ArrayList<>(again);
        rest.add(retry);
        deliveries.addAll(shuffledAndRepeated(rest, shuffle + 1));

        List<Event> inOrder = new ArrayList<>(given);
        inOrder.sort(java.util.Comparator.comparingLong(Event::seq));
        inOrder.add(retry);
        again.stream().sorted(java.util.Comparator.comparingLong(Event::seq)).forEach(inOrder::add);
        assertThat(picture(fold(deliveries))).isEqualTo(picture(fold(inOrder)));
    }

    @Provide
    Arbitrary<List<Event>> attempt() {
        Arbitrary<Map<String, @Nullable Integer>> patch = Arbitraries.maps(
                        Arbitraries.of("a", "b", "c"),
                        Arbitraries.integers().between(0, 9).injectNull(0.2))
                .ofMaxSize(3);
        Arbitrary<Event> event = Combinators.combine(
                        Arbitraries.of(TYPES), Arbitraries.longs().between(0, 500), Arbitraries.of("ASR", "LLM"), patch)
                .as((type, seq, stage, fields) -> new Event(type, 1, seq, stage, fields));
        return event.list().ofMinSize(1).ofMaxSize(8).filter(OrderFreeTest::everySeqOnce);
    }

    private static boolean everySeqOnce(List<Event> events) {
        Set<Long> seen = new HashSet<>();
        return events.stream().allMatch(event -> seen.add(event.seq));
    }

    private static List<Event> shuffledAndRepeated(List<Event> events, long seed) {
        Random random = new Random(seed);
        List<Event> deliveries = new ArrayList<>();
        for (Event event : events) {
            deliveries.addAll(Collections.nCopies(1 + random.nextInt(3), event));
        }
        Collections.shuffle(deliveries, random);
        return deliveries;
    }

    /** Repeated events are dropped as the ledger drops them: same id. */
    private static Task fold(List<Event> deliveries) {
        Transitions transitions = new Transitions(10, "tasks");
        Set<Event> seen = new HashSet<>();
        Task task = null;
        for (Event event : deliveries) {
            if (seen.add(event)
                    && transitions.apply(task, "t", event.change(), NOW, false) instanceof Outcome.Applied applied) {
                task = applied.task();
            }
        }
        return task;
    }

    private static String picture(@Nullable Task task) {
        if (task == null) {
            return "nothing";
        }
        Map<String, String> fields = new TreeMap<>();
        task.fields().forEach((name, field) -> {
            if (field.value() != null) {
                fields.put(name, field.value().toString());
            }
        });
        Field error = task.error();
        return task.state() + " " + task.attempt() + " " + fields + " "
                + new TreeSet<>(task.stages().keySet()) + " " + (error == null ? "" : error.value());
    }

    /** Knows the whole set: the furthest state, each field's highest seq, the last error. */
    private static String modelOfOneAttempt(List<Event> events) {
        TaskState state = TaskState.TO_ANALYZE;
        Map<String, Event> owners = new TreeMap<>();
        Set<String> stages = new TreeSet<>();
        Event lastFailure = null;
        for (Event event : events) {
            state = further(state, event.type);
            event.patch.keySet().forEach(name -> owners.merge(name, event, (x, y) -> x.seq > y.seq ? x : y));
            if (event.type == EventType.STAGE_COMPLETED) {
                stages.add(event.stage);
            }
            if (event.type == EventType.FAILED && (lastFailure == null || lastFailure.seq < event.seq)) {
                lastFailure = event;
            }
        }
        Map<String, String> fields = new TreeMap<>();
        owners.forEach((name, owner) -> {
            if (owner.patch.get(name) != null) {
                fields.put(name, owner.patch.get(name).toString());
            }
        });
        String error = state == TaskState.FAILED ? "{\"code\":\"" + lastFailure.seq + "\"}" : "";
        return state + " 1 " + fields + " " + stages + " " + error;
    }

    private static TaskState further(TaskState state, EventType type) {
        List<TaskState> climb =
                List.of(TaskState.TO_ANALYZE, TaskState.ANALYZING, TaskState.FAILED, TaskState.ANALYZED);
        TaskState asked =
                switch (type) {
                    case STARTED, STAGE_COMPLETED -> TaskState.ANALYZING;
                    case COMPLETED -> TaskState.ANALYZED;
                    case FAILED -> TaskState.FAILED;
                    default -> TaskState.TO_ANALYZE;
                };
        return climb.indexOf(asked) > climb.indexOf(state) ? asked : state;
    }
}
