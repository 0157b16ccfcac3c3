package io.landfall.calls;

import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;

import io.landfall.inspection.Suspect;
import io.landfall.inspection.Verdict;
import io.landfall.state.Json;
import io.landfall.state.TaskState;

import static org.assertj.core.api.Assertions.assertThat;

class CallVerdictsTest {
    private static final Instant AT = Instant.parse("2026-03-09T10:00:00Z");
    private static final Suspect SUSPECT = new Suspect("t", 2, TaskState.ANALYZING, null, null, null, null, AT, AT);

    private final List<Map<String, Object>> rows = new ArrayList<>();

    @Test
    void without_a_call_it_is_absent() {
        assertThat(verdict()).isInstanceOf(Verdict.Absent.class);
    }

    @Test
    void an_ok_is_done_with_its_result_as_it_was_written() {
        call(2, "OK", null).put("result", "{\"n\": 1e400}".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        assertThat(verdict()).isEqualTo(new Verdict.Done(Json.of("{\"n\": 1e400}"), AT));
    }

    @Test
    void an_error_is_failed_and_says_why_in_one_line() {
        Map<String, Object> row = call(2, "ERROR", null);
        row.put("error_code", "no-audio");
        row.put("error_message", "line\nand \u0000");
        assertThat(verdict()).isEqualTo(new Verdict.Failed("no-audio", "line and \uFFFD"));
    }

    @Test
    void an_ok_beats_an_error_as_completed_beats_failed() {
        call(2, "ERROR", null);
        call(2, "OK", null);
        assertThat(verdict()).isInstanceOf(Verdict.Done.class);
    }

    @Test
    void what_runs_beside_an_ok_is_waited_for_unless_the_ok_says_that_it_is_the_last() {
        call(2, "RUNNING", null);
        call(2, "OK", null);
        assertThat(verdict()).isInstanceOf(Verdict.Running.class);
        call(2, "OK", true);
        assertThat(verdict()).isInstanceOf(Verdict.Done.class);
    }

    @Test
    void a_call_that_says_that_others_follow_ends_nothing() {
        call(2, "OK", false);
        assertThat(verdict()).isInstanceOf(Verdict.Absent.class);
        call(2, "ERROR", false);
        assertThat(verdict()).isInstanceOf(Verdict.Absent.class);
        call(2, "RUNNING", false);
        assertThat(verdict()).isInstanceOf(Verdict.Running.class);
    }

    @Test
    void calls_of_an_earlier_attempt_do_not_count() {
        call(1, "OK", true);
        assertThat(verdict()).isInstanceOf(Verdict.Absent.class);
    }

    @Test
    void calls_of_a_later_attempt_keep_the_task_from_being_failed_or_run_again() {
        call(2, "ERROR", null);
        call(3, "RUNNING", null);
        assertThat(verdict()).isInstanceOf(Verdict.Unknown.class);
        call(2, "OK", null);
        assertThat(verdict()).isInstanceOf(Verdict.Done.class);
    }

    @Test
    void a_table_without_attempts_speaks_of_the_one_under_way() {
        call(2, "ok", null).remove("attempt");
        assertThat(verdict()).isInstanceOf(Verdict.Done.class);
    }

    @Test
    void while_calls_are_not_on_record_nothing_is_told_that_they_could_change() {
        assertThat(verdict("behind")).isEqualTo(new Verdict.Unknown("behind"));
        call(2, "ERROR", null);
        assertThat(verdict("behind")).isEqualTo(new Verdict.Unknown("behind"));
        call(2, "OK", null);
        assertThat(verdict("behind")).isInstanceOf(Verdict.Done.class);
    }

    @Test
    void a_word_that_is_not_known_is_unknown() {
        call(2, "OK", null);
        call(2, "SUCCEEDED", null);
        assertThat(verdict()).isInstanceOf(Verdict.Unknown.class);
    }

    @Test
    void more_calls_than_can_be_judged_are_unknown() {
        for (int i = 0; i <= CallVerdicts.MOST; i++) {
            call(2, "OK", null);
        }
        assertThat(verdict()).isInstanceOf(Verdict.Unknown.class);
    }

    @Test
    void a_result_that_was_withheld_is_waited_for() {
        call(2, "OK", null).put("result_withheld", true);
        assertThat(verdict()).isInstanceOf(Verdict.Unknown.class);
    }

    @Test
    void a_result_that_is_no_json_is_a_text() {
        call(2, "OK", null).put("result", "done \"well\"");
        assertThat(verdict()).isEqualTo(new Verdict.Done(Json.of("\"done \\\"well\\\"\""), AT));
    }

    @Test
    void calls_of_tasks_that_nobody_asked_for_are_ignored() {
        call(2, "OK", null).put("task_id", "other");
        assertThat(verdict()).isInstanceOf(Verdict.Absent.class);
    }

    private Map<String, Object> call(int attempt, String outcome, Boolean last) {
        Map<String, Object> row = new HashMap<>();
        row.put("task_id", "t");
        row.put("attempt", attempt);
        row.put("outcome", outcome);
        row.put("is_final", last);
        row.put("completed_at", java.sql.Timestamp.from(AT));
        rows.add(row);
        return row;
    }

    private Verdict verdict() {
        return verdict(null);
    }

    private Verdict verdict(String behind) {
        return new CallVerdicts().judge(List.of(SUSPECT), rows, behind).get(SUSPECT);
    }
}
