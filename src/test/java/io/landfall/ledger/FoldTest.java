package io.landfall.ledger;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.landfall.event.EventLimits;
import io.landfall.event.EventReader;
import io.landfall.event.SourceRecord;
import io.landfall.ledger.EventLog.EventKey;
import io.landfall.ledger.Fold.Folded;
import io.landfall.ledger.Fold.NotFoldable;
import io.landfall.state.Task;
import io.landfall.state.Transitions;

import static org.assertj.core.api.Assertions.assertThat;

class FoldTest {
    private static final Instant BEGIN = Instant.parse("2026-03-01T10:00:00.123456Z");
    private static final List<String> TYPES =
            List.of("SUBMITTED", "STARTED", "STAGE_COMPLETED", "COMPLETED", "FAILED", "RETRY");

    private final EventReader reader = new EventReader(
            new EventLimits(Set.of("tasks", "calls"), EventLimits.Tombstone.DELETE, Duration.ofDays(10_000)));
    private final Set<EventKey> forced = new HashSet<>();
    private final List<Fold.Line> lines = new ArrayList<>();
    private Task row;
    private Instant now = BEGIN;
    private int events;

    static IntStream seeds() {
        return IntStream.range(0, 200);
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void what_was_applied_makes_the_row_again(int seed) {
        Random random = new Random(seed);
        for (int i = 0; i < 3 + random.nextInt(12); i++) {
            apply(random(random));
            if (row != null && random.nextInt(6) == 0) {
                raise(random.nextInt(100_000));
            }
        }
        if (random.nextInt(4) == 0) {
            apply(random.nextBoolean() ? null : event("'type':'DELETED'"));
        }

        assertThat(RowDifference.between(row, folded())).isEmpty();
        assertThat(folded().version()).isLessThanOrEqualTo(row.version());
    }

    @ParameterizedTest
    @MethodSource("seeds")
    void from_the_row_as_it_stood_anywhere_the_rest_makes_the_row_again(int seed) {
        Random random = new Random(seed);
        Task base = null;
        int gone = 0;
        for (int i = 0; i < 3 + random.nextInt(12); i++) {
            apply(random(random));
            if (row != null && random.nextInt(6) == 0) {
                raise(random.nextInt(100_000));
            }
            if (row != null && random.nextInt(4) == 0) {
                base = row;
                gone = lines.size();
            }
        }

        List<Fold.Line> rest = lines.subList(gone, lines.size());
        assertThat(base == null || rest.isEmpty() || rest.get(0).version() > base.version())
                .isTrue();
        if (row != null) {
            Task folded = ((Folded) Fold.of(base, "t", row.index(), rest)).task();
            assertThat(RowDifference.between(row, folded)).isEmpty();
        }
    }

    @Test
    void a_forced_retry_and_one_beyond_the_cap_are_applied_as_they_were() {
        apply(event("'type':'COMPLETED','index':'calls'"));
        forced.add(new EventKey("t", "e2"));
        apply(event("'type':'RETRY'"));
        for (int i = 0; i < 9; i++) {
            apply(event("'type':'FAILED','error':{'code':'x'}"));
            apply(event("'type':'RETRY'"));
        }

        assertThat(row.attempt()).isEqualTo(11);
        assertThat(RowDifference.between(row, folded())).isEmpty();
        assertThat(folded().index()).isEqualTo("calls");
    }

    @Test
    void a_row_that_was_changed_by_hand_is_told_by_what_differs_and_without_values() {
        apply(event("'type':'STAGE_COMPLETED','stage':'ASR','model':'m','patch':{'text':'secret','n':1}"));
        Task honest = row;
        Task changed = new Task(
                honest.id(),
                honest.index(),
                io.landfall.state.TaskState.ANALYZED,
                2,
                honest.version(),
                0,
                7,
                Map.of("n", honest.fields().get("n")),
                Map.of(),
                Map.of(),
                null,
                honest.createdAt(),
                honest.stateSince(),
                honest.updatedAt(),
                BEGIN);

        assertThat(RowDifference.between(changed, folded()))
                .contains("state ANALYZED, by the log ANALYZING", "attempt 2, by the log 1", "highest seq", "deleted")
                .contains("fields text;", "attributes MODEL", "stages ASR")
                .doesNotContain("secret");
    }

    @Test
    void a_row_whose_version_is_behind_its_log_differs() {
        apply(event("'type':'SUBMITTED'"));
        Task before = row;
        apply(event("'type':'STARTED','patch':{'n':1}"));

        assertThat(RowDifference.between(before, folded())).contains("in the log already");
    }

    @Test
    void a_log_with_a_line_missing_is_not_foldable_when_that_shows() {
        apply(event("'type':'COMPLETED'"));
        forced.add(new EventKey("t", "e2"));
        apply(event("'type':'RETRY'"));
        apply(event("'type':'FAILED','attempt':2"));
        lines.remove(1);
        lines.remove(0);
        // what speaks of an attempt that never began can still be folded: it raises the task to it
        assertThat(RowDifference.between(row, folded())).contains("created");
        lines.add(0, new Fold.Line("gone", io.landfall.state.EventType.STARTED, 1, BEGIN, null));
        assertThat(Fold.of(null, "t", "tasks", lines))
                .isInstanceOfSatisfying(
                        NotFoldable.class, not -> assertThat(not.gap()).isFalse());
        assertThat(Fold.of(null, "t", "tasks", List.of()))
                .isInstanceOfSatisfying(
                        NotFoldable.class, not -> assertThat(not.gap()).isTrue());
    }

    @Test
    void an_event_that_can_not_stand_where_it_stands_shows_a_gap() {
        apply(event("'type':'SUBMITTED'"));
        lines.add(lines.get(0));

        // nothing of it takes effect a second time: same state, same marks, no fields
        assertThat(Fold.of(null, "t", "tasks", lines)).isInstanceOfSatisfying(NotFoldable.class, not -> {
            assertThat(not.gap()).isTrue();
            assertThat(not.reason()).contains("e1").contains("missing");
        });
    }

    @Test
    void bytes_that_are_no_event_by_todays_rules_are_not_judged() {
        apply(event("'type':'SUBMITTED'"));
        byte[] bad = "{\"type\":\"SUBMITTED\"}".getBytes(StandardCharsets.UTF_8);
        lines.set(0, new Fold.Line("e1", io.landfall.state.EventType.SUBMITTED, 1, BEGIN, bad));

        assertThat(Fold.of(null, "t", "tasks", lines))
                .isInstanceOfSatisfying(
                        NotFoldable.class, not -> assertThat(not.gap()).isFalse());
    }

    private Task folded() {
        return ((Folded) Fold.of(null, "t", row.index(), lines)).task();
    }

    /** As {@code Ledger.raise} does it: no event, no line in the log. */
    private void raise(long by) {
        row = new Task(
                row.id(),
                row.index(),
                row.state(),
                row.attempt(),
                row.version() + by,
                row.landedVersion(),
                row.highestSeq(),
                row.fields(),
                row.tags(),
                row.stages(),
                row.error(),
                row.createdAt(),
                row.stateSince(),
                now,
                row.deletedAt());
    }

    private String random(Random random) {
        StringBuilder event = new StringBuilder("'type':'").append(TYPES.get(random.nextInt(6)));
        event.append("','stage':'").append(random.nextBoolean() ? "ASR" : "LLM").append("'");
        if (random.nextBoolean()) {
            event.append(",'attempt':").append(1 + random.nextInt(4));
        }
        if (random.nextBoolean()) {
            event.append(",'seq':").append(random.nextInt(20));
        }
        if (random.nextInt(3) == 0) {
            event.append(",'error':{'code':'").append(random.nextInt(9)).append("'}");
        }
        if (random.nextInt(3) == 0) {
            event.append(",'model':'m").append(random.nextInt(3)).append("','platform':'p'");
        }
        event.append(",'patch':{'a':")
                .append(random.nextInt(5))
                .append(",'b':")
                .append(random.nextBoolean() ? "null" : "[1]");
        if (random.nextInt(4) == 0) {
            forced.add(new EventKey("t", "e" + (events + 1)));
        }
        return event(event.append("}").toString());
    }

    private String event(String rest) {
        return ("{'eventId':'e" + ++events + "','taskId':'t'," + rest + "}").replace('\'', '"');
    }

    private void apply(String json) {
        byte[] value = json == null ? null : json.getBytes(StandardCharsets.UTF_8);
        byte[] key = "t".getBytes(StandardCharsets.UTF_8);
        SourceRecord record = new SourceRecord("topic", 0, lines.size(), now, key, value, List.of());
        BatchFold fold = new BatchFold(
                new Transitions(events > 3 ? 20 : 5, "tasks"),
                now,
                row == null ? Map.of() : Map.of("t", row),
                Map.of(),
                forced,
                new IdentityHashMap<>(),
                new HashSet<>());
        fold.add(reader.read(record, now));
        for (EventLog.Entry entry : fold.log()) {
            if (entry.word() == Ledger.Word.APPLIED) {
                lines.add(new Fold.Line(
                        entry.event().eventId(),
                        entry.event().change().type(),
                        entry.version(),
                        now,
                        entry.source().value()));
            }
        }
        List<Task> changed = new ArrayList<>(fold.inserts());
        changed.addAll(fold.updates());
        if (!changed.isEmpty()) {
            row = changed.get(0);
        }
        now = now.plusMillis(7);
    }
}
