package io.landfall.platform;

import java.nio.charset.StandardCharsets;
import java.time.Instant;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.landfall.inspection.Suspect;
import io.landfall.inspection.Verdict;
import io.landfall.state.Json;
import io.landfall.state.TaskState;

import static org.assertj.core.api.Assertions.assertThat;

class OpenAiAnswerTest {
    private static final Instant THEN = Instant.parse("2026-03-09T10:00:00Z");

    @ParameterizedTest
    @CsvSource({
        "queued,Running",
        "in_progress,Running",
        "validating,Running",
        "finalizing,Running",
        "cancelling,Running",
        "completed,Done",
        "failed,Failed",
        "incomplete,Failed",
        "cancelled,Failed",
        "expired,Failed",
        "paused,Unknown"
    })
    void every_status_has_its_verdict(String status, String verdict) {
        assertThat(read("{\"id\":\"r\",\"status\":\"" + status + "\"}")
                        .getClass()
                        .getSimpleName())
                .isEqualTo(verdict);
    }

    @Test
    void a_result_keeps_its_numbers() {
        assertThat(
                        read(
                                """
                {"id":"r","status":"completed","completed_at":1773050400,"output":[{"n":1.50,"big":12345678901234567890.5}],"x":1}"""))
                .isEqualTo(
                        new Verdict.Done(Json.of("{\"output\":[{\"n\":1.50,\"big\":12345678901234567890.5}]}"), THEN));
    }

    @Test
    void a_failure_says_why() {
        assertThat(
                        read(
                                "{\"id\":\"r\",\"status\":\"failed\",\"error\":{\"code\":\"rate\",\"message\":\"too\\nmany\"}}"))
                .isEqualTo(new Verdict.Failed("rate", "too many"));
        assertThat(
                        read(
                                "{\"id\":\"r\",\"status\":\"failed\",\"errors\":{\"data\":[{\"code\":\"bad\",\"message\":\"m\"}]}}"))
                .isEqualTo(new Verdict.Failed("bad", "m"));
        assertThat(
                        read(
                                "{\"id\":\"r\",\"status\":\"incomplete\",\"incomplete_details\":{\"reason\":\"max_output_tokens\"}}"))
                .isEqualTo(new Verdict.Failed("max_output_tokens", "the platform says incomplete of r"));
    }

    @Test
    void a_batch_of_which_every_request_failed_has_failed() {
        assertThat(read("{\"id\":\"r\",\"status\":\"completed\",\"request_counts\":{\"completed\":0,\"failed\":2}}"))
                .isInstanceOf(Verdict.Failed.class);
        assertThat(read("{\"id\":\"r\",\"status\":\"completed\",\"request_counts\":{\"completed\":1,\"failed\":2}}"))
                .isInstanceOf(Verdict.Done.class);
    }

    @Test
    void an_answer_for_another_call_or_attempt_is_not_believed() {
        assertThat(read("{\"id\":\"other\",\"status\":\"completed\"}")).isInstanceOf(Verdict.Unknown.class);
        assertThat(read("{\"id\":\"r\",\"status\":\"failed\",\"metadata\":{\"attempt\":\"2\"}}"))
                .isInstanceOf(Verdict.Unknown.class);
        assertThat(read(2, 200, "{\"id\":\"r\",\"status\":\"failed\"}")).isInstanceOf(Verdict.Unknown.class);
        assertThat(read(2, 200, "{\"id\":\"r\",\"status\":\"failed\",\"metadata\":{\"attempt\":\"2\"}}"))
                .isInstanceOf(Verdict.Failed.class);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"500|{}", "200|[]", "200|{} {}", "200|", "301|{}", "404|{}", "404|x", "429|{}", "403|{}"})
    void what_does_not_tell_is_unknown(int status, String body) {
        assertThat(read(1, status, body == null ? "" : body)).isInstanceOf(Verdict.Unknown.class);
    }

    private static Verdict read(String body) {
        return read(1, 200, body);
    }

    private static Verdict read(int attempt, int status, String body) {
        Suspect suspect = new Suspect("t", attempt, TaskState.ANALYZING, null, null, null, "r", THEN, THEN);
        return OpenAiAnswer.read(suspect, "r", status, body.getBytes(StandardCharsets.UTF_8));
    }
}
