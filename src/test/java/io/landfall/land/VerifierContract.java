package io.landfall.land;

import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;

import org.apache.camel.CamelExecutionException;
import org.apache.camel.ProducerTemplate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import io.landfall.inspection.Suspect;
import io.landfall.state.TaskState;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What every verifier keeps to, whatever it asks: put a route through it by saying how its platform is made to tell things.
 * Suspects are at their first attempt and name a call of the same name as the task.
 */
abstract class VerifierContract {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Set<String> TELLING = Set.of("DONE", "FAILED", "RUNNING", "ABSENT");

    private final List<Suspect> suspects = new ArrayList<>();

    /** The platform whose route is asked: {@code direct:verify-<platform>}. */
    abstract String platform();

    abstract Landing landing();

    /** From now on the platform knows that the suspect's work is done; what came of it is a JSON object. */
    abstract void done(Suspect suspect, String result);

    abstract void failed(Suspect suspect, String code, String message);

    abstract void running(Suspect suspect);

    /** From now on the platform can't tell. */
    abstract void away();

    abstract void back();

    /** What the platform was told has reached it. */
    void settled() {}

    @AfterEach
    void the_platform_is_back() {
        back();
    }

    @Test
    void what_the_platform_knows_is_answered() {
        Suspect done = suspect("done");
        Suspect failed = suspect("failed");
        Suspect running = suspect("running");
        suspect("absent");
        done(done, "{\"text\":\"hello\"}");
        failed(failed, "no-audio", "there was no \"speech\"");
        running(running);
        settled();
        List<JsonNode> verdicts = ask();
        assertThat(verdicts.stream().map(verdict -> verdict.path("verdict").asText()))
                .containsExactly("DONE", "FAILED", "RUNNING", "ABSENT");
        assertThat(verdicts.get(0).at("/result").toString()).contains("hello");
        assertThat(verdicts.get(1).at("/error/code").asText()).isEqualTo("no-audio");
    }

    @Test
    void ids_that_would_break_a_path_a_query_or_a_text_are_ids() {
        for (String name : List.of(
                "a/b?c#d%2f", "../../models", "语音 {}", "quote\"s\\' or 1=1 --", "${exchange}", "?taskIds", "a,b;c")) {
            done(suspect(name), "{}");
        }
        settled();
        assertThat(ask())
                .allSatisfy(
                        verdict -> assertThat(verdict.path("verdict").asText()).isEqualTo("DONE"));
    }

    @Test
    void a_whole_group_is_answered_in_one_go() {
        List<Suspect> group =
                IntStream.range(0, 200).mapToObj(i -> suspect("many-" + i)).toList();
        running(group.get(0));
        running(group.get(199));
        settled();
        List<JsonNode> verdicts = ask();
        assertThat(verdicts.stream().map(verdict -> verdict.path("verdict").asText()))
                .hasSize(200)
                .startsWith("RUNNING", "ABSENT")
                .endsWith("ABSENT", "RUNNING");
    }

    /** An exception would do as well: then nothing is told of anybody. */
    @Test
    void while_the_platform_can_not_tell_nobody_is_failed_or_run_again() {
        Suspect failed = suspect("failed");
        suspect("absent");
        failed(failed, "x", "y");
        settled();
        away();
        try {
            assertThat(ask())
                    .noneMatch(
                            verdict -> TELLING.contains(verdict.path("verdict").asText()));
        } catch (CamelExecutionException e) {
            assertThat(e).hasCauseInstanceOf(Exception.class);
        }
        back();
        settled();
        assertThat(ask().stream().map(verdict -> verdict.path("verdict").asText()))
                .containsExactly("FAILED", "ABSENT");
    }

    /** Another one to be asked about, of an id that no test had before. */
    private Suspect suspect(String name) {
        String id = name + " " + UUID.randomUUID();
        Instant then = Instant.parse("2026-03-09T10:00:00Z");
        Suspect suspect = new Suspect(id, 1, TaskState.ANALYZING, null, null, platform(), id, then, then);
        suspects.add(suspect);
        return suspect;
    }

    /** The verdicts, in the order of the suspects: each was answered once, and nobody else. */
    private List<JsonNode> ask() {
        Object body = landing()
                .part(ProducerTemplate.class)
                .requestBody("direct:verify-" + platform(), List.copyOf(suspects));
        List<JsonNode> all = read(body);
        assertThat(all.stream().map(verdict -> verdict.path("taskId").asText()))
                .containsExactlyInAnyOrderElementsOf(
                        suspects.stream().map(Suspect::taskId).toList());
        assertThat(all).allSatisfy(verdict -> assertThat(verdict.path("attempt").asInt(1))
                .isEqualTo(1));
        return suspects.stream()
                .map(suspect -> all.stream()
                        .filter(verdict -> verdict.path("taskId").asText().equals(suspect.taskId()))
                        .findFirst()
                        .orElseThrow())
                .toList();
    }

    private static List<JsonNode> read(Object body) {
        try {
            JsonNode answer;
            if (body instanceof byte[] bytes) {
                answer = JSON.readTree(bytes);
            } else if (body instanceof InputStream stream) {
                answer = JSON.readTree(stream);
            } else {
                answer = body instanceof String text ? JSON.readTree(text) : JSON.valueToTree(body);
            }
            assertThat(answer.isArray()).as("an array: " + answer).isTrue();
            return StreamSupport.stream(answer.spliterator(), false).toList();
        } catch (IOException e) {
            throw new AssertionError("no JSON: " + body, e);
        }
    }
}
