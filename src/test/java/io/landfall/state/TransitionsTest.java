package io.landfall.state;

import java.util.Map;

import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static io.landfall.state.Changes.NOW;
import static io.landfall.state.Changes.change;
import static io.landfall.state.Changes.failed;
import static io.landfall.state.EventType.COMPLETED;
import static io.landfall.state.EventType.DELETED;
import static io.landfall.state.EventType.FAILED;
import static io.landfall.state.EventType.RETRY;
import static io.landfall.state.EventType.STAGE_COMPLETED;
import static io.landfall.state.EventType.STARTED;
import static io.landfall.state.EventType.SUBMITTED;
import static org.assertj.core.api.Assertions.assertThat;

class TransitionsTest {
    private final Transitions transitions = new Transitions(3, "tasks");

    /** The design's table, cell by cell: an empty cell leaves the state, {@code +1} begins the next attempt. */
    @ParameterizedTest(name = "{0}")
    @CsvSource(
            nullValues = "-",
            textBlock =
                    """
            # state,     SUBMITTED,  STARTED,   STAGE_COMPLETED, COMPLETED, FAILED, RETRY,       DELETED
            none,        TO_ANALYZE, ANALYZING, ANALYZING,       ANALYZED,  FAILED, TO_RETRY +1, deleted
            TO_ANALYZE,  -,          ANALYZING, ANALYZING,       ANALYZED,  FAILED, TO_RETRY +1, deleted
            ANALYZING,   -,          -,         -,               ANALYZED,  FAILED, TO_RETRY +1, deleted
            ANALYZED,    -,          -,         -,               -,         -,      illegal,     deleted
            FAILED,      -,          -,         -,               ANALYZED,  -,      TO_RETRY +1, deleted
            TO_RETRY,    -,          ANALYZING, ANALYZING,       ANALYZED,  FAILED, -,           deleted
            deleted,     stale,      stale,     stale,           stale,     stale,  stale,       -
            """)
    void the_table_says(
            String state,
            @Nullable String submitted,
            @Nullable String started,
            @Nullable String stage,
            @Nullable String completed,
            @Nullable String failed,
            @Nullable String retry,
            @Nullable String deleted) {
        expect(state, SUBMITTED, submitted);
        expect(state, STARTED, started);
        expect(state, STAGE_COMPLETED, stage);
        expect(state, COMPLETED, completed);
        expect(state, FAILED, failed);
        expect(state, RETRY, retry);
        expect(state, DELETED, deleted);
    }

    private void expect(String state, EventType type, @Nullable String cell) {
        Task before = inState(state);
        Outcome outcome = apply(before, change(type, null, null));
        String got = said(before, outcome);
        assertThat(got).as("%s on %s", type, state).isEqualTo(cell == null ? state : cell);
    }

    private static String said(@Nullable Task before, Outcome outcome) {
        if (outcome instanceof Outcome.Applied applied) {
            Task task = applied.task();
            if (task.isDeleted()) {
                return "deleted";
            }
            boolean next = task.attempt() > (before == null ? 1 : before.attempt());
            return task.state() + (next ? " +1" : "");
        }
        if (outcome instanceof Outcome.NoEffect) {
            return before == null
                    ? "none"
                    : before.isDeleted() ? "deleted" : before.state().name();
        }
        return outcome instanceof Outcome.Stale ? "stale" : "illegal";
    }

    private @Nullable Task inState(String state) {
        return switch (state) {
            case "none" -> null;
            case "TO_ANALYZE" -> after(change(SUBMITTED, null, null));
            case "ANALYZING" -> after(change(STAGE_COMPLETED, null, null));
            case "ANALYZED" -> after(change(STAGE_COMPLETED, null, null), change(COMPLETED, null, null));
            case "FAILED" -> after(change(STAGE_COMPLETED, null, null), change(FAILED, null, 9L));
            case "TO_RETRY" -> after(change(RETRY, null, null));
            case "deleted" -> after(change(DELETED, null, null));
            default -> throw new IllegalArgumentException(state);
        };
    }

    @Test
    void a_late_field_lands_and_the_state_stays() {
        Task task = after(
                change(COMPLETED, 1, 3L, "asr", "\"final\""), change(STAGE_COMPLETED, 1, 2L, "summary", "\"late\""));
        assertThat(task.state()).isEqualTo(TaskState.ANALYZED);
        assertThat(values(task)).containsEntry("asr", "\"final\"").containsEntry("summary", "\"late\"");
    }

    @Test
    void a_lower_seq_never_overwrites_a_field() {
        Task task = after(
                change(STAGE_COMPLETED, 1, 1L, "asr", "\"draft\""),
                change(COMPLETED, 1, 3L, "asr", "\"final\""),
                change(STAGE_COMPLETED, 1, 2L, "asr", "\"better\""));
        assertThat(values(task)).containsEntry("asr", "\"final\"");
    }

    @Test
    void a_removed_field_stays_removed_under_an_older_write() {
        Task task = after(change(STARTED, 1, 5L, "note", null), change(SUBMITTED, 1, 1L, "note", "1"));
        assertThat(task.fields().get("note").value()).isNull();
    }

    @Test
    void without_seq_arrival_decides() {
        Task task = after(
                change(STARTED, null, null, "a", "1"),
                change(STARTED, null, null, "a", "2"),
                change(STARTED, 1, 7L, "a", "3"),
                change(STARTED, null, null, "a", "4"));
        assertThat(values(task)).containsEntry("a", "4");
    }

    @Test
    void a_result_of_the_attempt_just_given_up_is_taken_and_a_failure_of_the_next_cannot_undo_it() {
        Task task = after(
                change(STARTED, 1, 1L),
                change(RETRY, 1, 2L),
                change(COMPLETED, 1, 3L, "r", "1"),
                change(STARTED, 2, 4L),
                change(FAILED, 2, 5L));
        assertThat(task.state()).isEqualTo(TaskState.ANALYZED);
        assertThat(task.attempt()).isEqualTo(2);
        assertThat(values(task)).containsEntry("r", "1");
    }

    @Test
    void other_events_of_a_lower_attempt_are_stale() {
        Task retried = after(change(STARTED, 1, 1L), change(RETRY, 1, 2L));
        assertThat(apply(retried, change(STAGE_COMPLETED, 1, 3L, "x", "1"))).isInstanceOf(Outcome.Stale.class);
        assertThat(apply(retried, change(FAILED, 1, 3L))).isInstanceOf(Outcome.Stale.class);
    }

    @Test
    void an_attempt_is_retried_once_however_often_it_is_said() {
        Task retried = after(change(FAILED, 1, 1L), change(RETRY, 1, 2L));
        assertThat(retried.attempt()).isEqualTo(2);
        assertThat(apply(retried, change(RETRY, 1, 3L))).isInstanceOf(Outcome.NoEffect.class);
        assertThat(apply(retried, change(RETRY, null, null))).isInstanceOf(Outcome.NoEffect.class);
        assertThat(apply(retried, change(RETRY, 2, 4L))).isInstanceOfSatisfying(Outcome.Applied.class, a -> assertThat(
                        a.task().attempt())
                .isEqualTo(3));
    }

    @Test
    void a_retry_asks_for_the_task_to_be_dispatched() {
        assertThat(apply(after(change(FAILED, 1, 1L)), change(RETRY, 1, 2L)))
                .isInstanceOfSatisfying(
                        Outcome.Applied.class, a -> assertThat(a.dispatch()).isTrue());
        assertThat(apply(null, change(STARTED, 1, 1L)))
                .isInstanceOfSatisfying(
                        Outcome.Applied.class, a -> assertThat(a.dispatch()).isFalse());
    }

    @Test
    void a_retry_beyond_the_cap_is_illegal_and_the_task_stays_failed() {
        Task task = after(change(FAILED, 1, 1L), change(RETRY, 1, 2L), change(RETRY, 2, 3L), change(FAILED, 3, 4L));
        assertThat(task.attempt()).isEqualTo(3);
        assertThat(apply(task, change(RETRY, 3, 5L))).isEqualTo(new Outcome.Illegal("attempt-cap"));
        assertThat(task.state()).isEqualTo(TaskState.FAILED);
    }

    @Test
    void only_an_operator_can_retry_what_is_analyzed() {
        Task done = after(change(COMPLETED, 1, 1L));
        assertThat(apply(done, change(RETRY, 1, 2L))).isEqualTo(new Outcome.Illegal("retry-of-analyzed"));
        assertThat(transitions.apply(done, "t", change(RETRY, 1, 2L), NOW, true))
                .isInstanceOfSatisfying(Outcome.Applied.class, a -> {
                    assertThat(a.task().state()).isEqualTo(TaskState.TO_RETRY);
                    assertThat(a.task().attempt()).isEqualTo(2);
                });
    }

    @Test
    void a_higher_attempt_alone_does_not_leave_analyzed() {
        Task task = after(change(COMPLETED, 1, 1L), change(STARTED, 2, 2L, "more", "1"), change(FAILED, 2, 3L));
        assertThat(task.state()).isEqualTo(TaskState.ANALYZED);
        assertThat(values(task)).containsEntry("more", "1");
    }

    @Test
    void a_new_attempt_keeps_the_fields_and_forgets_error_and_stages() {
        Task failed = after(change(STAGE_COMPLETED, 1, 1L, "asr", "1"), failed(1, 2L, "boom"));
        assertThat(failed.error()).isNotNull();
        assertThat(failed.stages()).containsKey("ASR");
        Task retried = after(failed, change(RETRY, 1, 3L));
        assertThat(retried.error()).isNull();
        assertThat(retried.stages()).isEmpty();
        assertThat(values(retried)).containsEntry("asr", "1");
    }

    @Test
    void the_error_is_gone_once_the_result_has_come() {
        assertThat(after(failed(1, 5L, "boom"), change(COMPLETED, 1, 4L)).error())
                .isNull();
        assertThat(after(change(COMPLETED, 1, 4L), failed(1, 5L, "boom")).error())
                .isNull();
    }

    @Test
    void a_deleted_task_keeps_names_only_and_stays_deleted_in_every_attempt() {
        Task deleted = after(change(STARTED, 1, 1L, "secret", "1"), change(DELETED, null, null));
        assertThat(deleted.isDeleted()).isTrue();
        assertThat(deleted.fields().get("secret").value()).isNull();
        assertThat(apply(deleted, change(STARTED, 2, 9L))).isInstanceOf(Outcome.Stale.class);
    }

    @Test
    void the_first_event_fixes_the_index() {
        Task task = after(Changes.inIndex(SUBMITTED, "calls"));
        assertThat(task.index()).isEqualTo("calls");
        assertThat(apply(task, Changes.inIndex(STARTED, "tasks"))).isEqualTo(new Outcome.Illegal("index-changed"));
        assertThat(apply(task, change(STARTED, null, null))).isInstanceOf(Outcome.Applied.class);
    }

    @Test
    void a_version_rises_even_when_the_clock_does_not() {
        Task one = after(change(SUBMITTED, null, null));
        Task two = after(one, change(STARTED, null, null));
        assertThat(one.version()).isEqualTo(NOW.getEpochSecond() * 1_000_000);
        assertThat(two.version()).isEqualTo(one.version() + 1);
        Outcome third = transitions.apply(two, "t", change(COMPLETED, null, null), NOW.minusSeconds(3600), false);
        assertThat(((Outcome.Applied) third).task().version()).isEqualTo(two.version() + 1);
    }

    private Outcome apply(@Nullable Task task, Change change) {
        return transitions.apply(task, "t", change, NOW, false);
    }

    private Task after(Change... changes) {
        return after(null, changes);
    }

    private Task after(@Nullable Task from, Change... changes) {
        Task task = from;
        for (Change change : changes) {
            if (apply(task, change) instanceof Outcome.Applied applied) {
                task = applied.task();
            }
        }
        return task;
    }

    private static Map<String, String> values(Task task) {
        Map<String, String> values = new java.util.LinkedHashMap<>();
        task.fields().forEach((name, field) -> values.put(name, String.valueOf(field.value())));
        return values;
    }
}
