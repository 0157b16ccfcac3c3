package io.landfall.inspection;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.landfall.state.Json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

class VerdictFormTest {
    private static final List<Suspect> ASKED = List.of(Suspected.suspect("a"), Suspected.suspect("b"));

    private static Verdicts read(Object answer) {
        return VerdictForm.read(ASKED, answer);
    }

    /** Of task a, when the answer has this entry for it. */
    private static Verdict of(String fields) {
        return read(("[{'taskId':'a'," + fields + "}]").replace('\'', '"')).of("a");
    }

    private static String unknown(String fields) {
        return ((Verdict.Unknown) of(fields)).reason();
    }

    @Test
    void every_verdict_has_its_form() {
        assertThat(
                        of(
                                "'attempt':1,'verdict':'DONE','result':{'n':1.50,'big':1e400},'completedAt':'2026-01-01T00:00:00+01:00'"))
                .isEqualTo(new Verdict.Done(
                        Json.of("{\"n\":1.50,\"big\":1E+400}"), Instant.parse("2025-12-31T23:00:00Z")));
        assertThat(of("'verdict':'DONE'")).isEqualTo(new Verdict.Done(null, null));
        assertThat(of("'verdict':'DONE','result':null,'completedAt':null")).isEqualTo(new Verdict.Done(null, null));
        assertThat(of("'verdict':'DONE','result':'text'")).isEqualTo(new Verdict.Done(Json.of("\"text\""), null));
        assertThat(of("'verdict':'FAILED','error':{'code':429,'message':'a\\nb'}"))
                .isEqualTo(new Verdict.Failed("429", "a b"));
        assertThat(of("'verdict':'RUNNING'")).isEqualTo(new Verdict.Running());
        assertThat(of("'verdict':'ABSENT','more':[1]")).isEqualTo(new Verdict.Absent());
        assertThat(of("'verdict':'UNKNOWN','reason':'busy'")).isEqualTo(new Verdict.Unknown("busy"));
    }

    @Test
    void text_bytes_a_stream_and_rows_are_read_alike() {
        String text = "[{\"taskId\":\"a\",\"verdict\":\"RUNNING\"}]";
        List<Object> answers = List.of(
                text,
                text.getBytes(UTF_8),
                new ByteArrayInputStream(text.getBytes(UTF_8)),
                List.of(Map.of("taskId", "a", "verdict", "RUNNING")));
        assertThat(answers)
                .allSatisfy(answer -> assertThat(read(answer).of("a")).isEqualTo(new Verdict.Running()));
    }

    @Test
    void rows_of_a_database_have_times_and_bytes() {
        Map<String, Object> row = new HashMap<>();
        row.put("taskId", "a");
        row.put("verdict", "DONE");
        row.put("attempt", 1L);
        row.put("result", "{\"text\":\"语\"}".getBytes(UTF_8));
        row.put("completedAt", Timestamp.from(Instant.parse("2026-01-01T00:00:00Z")));
        row.put("error", null);
        assertThat(read(List.of(row)).of("a"))
                .isEqualTo(new Verdict.Done(Json.of("{\"text\":\"语\"}"), Instant.parse("2026-01-01T00:00:00Z")));
    }

    @Test
    void a_result_that_can_not_be_read_is_left_out_and_costs_nobody_else_the_answer() {
        Verdicts verdicts = read(List.of(
                Map.of("taskId", "a", "verdict", "DONE", "result", "1e99999999999".getBytes(UTF_8)),
                Map.of("taskId", "b", "verdict", "DONE", "result", "{\"n\":1}".getBytes(UTF_8))));
        assertThat(verdicts.of("a")).isEqualTo(new Verdict.Done(null, null));
        assertThat(verdicts.of("b")).isEqualTo(new Verdict.Done(Json.of("{\"n\":1}"), null));
    }

    @Test
    void a_time_that_no_event_may_carry_is_left_out() {
        assertThat(of("'verdict':'DONE','completedAt':'0000-12-31T00:00:00Z'")).isEqualTo(new Verdict.Done(null, null));
        assertThat(of("'verdict':'DONE','completedAt':'9999-12-31T23:59:59.9Z'"))
                .isEqualTo(new Verdict.Done(null, Instant.parse("9999-12-31T23:59:59.9Z")));
    }

    @Test
    void who_is_not_named_is_unknown_and_who_was_not_asked_for_is_ignored_and_counted() {
        Verdicts verdicts = read(
                """
                [{"taskId":"a","verdict":"DONE"}, {"taskId":"x","verdict":"FAILED","error":{"code":"c"}},
                 {"verdict":"DONE"}, {"taskId":7,"verdict":"DONE"}, 5, null, "a"]
                """);
        assertThat(verdicts.of("a")).isInstanceOf(Verdict.Done.class);
        assertThat(verdicts.of("b")).isEqualTo(new Verdict.Unknown("its verifier did not answer for it"));
        assertThat(verdicts.byTask()).containsOnlyKeys("a");
        assertThat(verdicts.strange()).isEqualTo(6);
    }

    @Test
    void what_can_not_be_meant_is_unknown_and_says_why() {
        assertThat(unknown("'verdict':'done'")).contains("done, which is no verdict");
        assertThat(unknown("'verdict':null")).contains("no verdict");
        assertThat(unknown("'nothing':1")).contains("no verdict");
        assertThat(unknown("'attempt':2,'verdict':'DONE'")).contains("another attempt than 1");
        assertThat(unknown("'attempt':'1','verdict':'DONE'")).contains("another attempt");
        assertThat(unknown("'attempt':1.5,'verdict':'DONE'")).contains("another attempt");
        assertThat(unknown("'verdict':'FAILED'")).contains("without an error");
        assertThat(unknown("'verdict':'FAILED','error':{'code':{}}")).contains("without an error");
        for (String time : List.of("'yesterday'", "1767225600", "'28910-05-16T19:52:39.000Z'", "'0000-00-00'")) {
            assertThat(unknown("'verdict':'DONE','completedAt':" + time)).contains("a time that is none");
        }
    }

    @Test
    void doubles_that_contradict_are_unknown_whatever_comes_after() {
        String entry = "{\"taskId\":\"a\",\"verdict\":\"%s\"}";
        assertThat(read("[" + entry.formatted("DONE") + "," + entry.formatted("DONE") + "]")
                        .of("a"))
                .isInstanceOf(Verdict.Done.class);
        String both = entry.formatted("DONE") + "," + entry.formatted("RUNNING");
        assertThat(read("[" + both + "," + entry.formatted("DONE") + "]").of("a"))
                .isEqualTo(new Verdict.Unknown("its verifier says both DONE and RUNNING of it"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "null",
                "{}",
                "[{\"taskId\":\"a\",\"verdict\":\"DONE\"}",
                "[{\"taskId\":\"a\",\"verdict\":\"DONE\"}] trailing",
                "[{\"taskId\":\"a\",\"verdict\":\"DONE\",\"verdict\":\"FAILED\"}]",
                "<html>502</html>"
            })
    void what_is_no_list_tells_of_nobody(String answer) {
        assertThat(read(answer).byTask()).hasSize(2).allSatisfy((task, verdict) -> assertThat(verdict)
                .isInstanceOf(Verdict.Unknown.class));
    }

    @Test
    void an_answer_that_breaks_off_or_is_too_deep_tells_of_nobody() throws IOException {
        assertThat(read("[".repeat(100_000)).of("a")).isInstanceOf(Verdict.Unknown.class);
        assertThat(read(null).of("a")).isInstanceOf(Verdict.Unknown.class);
        assertThat(read(5).of("a")).isInstanceOf(Verdict.Unknown.class);
        InputStream broken = InputStream.nullInputStream();
        broken.close();
        assertThat(read(broken).of("a")).isInstanceOf(Verdict.Unknown.class);
    }

    @Test
    void half_a_surrogate_pair_in_a_result_stays_what_it_was() {
        Verdict.Done done = (Verdict.Done) of("'verdict':'DONE','result':{'text':'语\\ud800','low':'\\udc00x'}");
        assertThat(done.result()).hasToString("{\"text\":\"语\\uD800\",\"low\":\"\\uDC00x\"}");
    }
}
