package io.landfall.simulator;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.springframework.mock.env.MockEnvironment;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

class TrafficTest {
    private static final Instant START = Instant.parse("2026-01-05T08:00:00Z");
    private static final TrafficOptions CALM = TrafficOptions.defaults().withFaults(FaultShares.none());
    private static final ObjectMapper JSON = new ObjectMapper();

    @Test
    void the_same_seed_gives_the_same_records_byte_for_byte() {
        assertThat(texts(TrafficOptions.defaults(), START, 5_000))
                .isEqualTo(texts(TrafficOptions.defaults(), START, 5_000));
    }

    @Test
    void another_seed_gives_other_records() {
        assertThat(texts(TrafficOptions.defaults(), START, 100))
                .isNotEqualTo(texts(TrafficOptions.defaults().withSeed(43), START, 100));
    }

    @Test
    void another_start_changes_nothing_but_the_times() {
        String aTime = "\\d{4}-\\d{2}-\\d{2}T[0-9:.]+Z";
        List<String> then = texts(TrafficOptions.defaults().withFaults(withoutTorn()), START, 2_000);
        List<String> now = texts(TrafficOptions.defaults().withFaults(withoutTorn()), START.plusSeconds(86_400), 2_000);
        then.replaceAll(text -> text.replaceAll(aTime, "T"));
        now.replaceAll(text -> text.replaceAll(aTime, "T"));
        assertThat(now).isEqualTo(then);
    }

    @Test
    void records_come_in_the_order_of_their_times_and_tasks_overlap() {
        Traffic traffic = new Traffic(TrafficOptions.defaults(), START);
        Instant previous = START;
        Set<String> open = new HashSet<>();
        int most = 0;
        for (int i = 0; i < 5_000; i++) {
            Sent sent = traffic.next();
            assertThat(sent.dueAt()).isAfterOrEqualTo(previous);
            previous = sent.dueAt();
            if (text(sent).contains("\"COMPLETED\"")) {
                open.remove(sent.key());
            } else {
                open.add(sent.key());
            }
            most = Math.max(most, open.size());
        }
        assertThat(most).isGreaterThan(20);
    }

    @Test
    void a_task_that_meets_no_fault_is_told_from_its_submission_to_its_end() {
        Story story = new Storyteller(CALM).tell(7, START);
        List<JsonNode> events = json(story, TrafficOptions.EVENTS_TOPIC);
        assertThat(events.stream()
                        .map(event ->
                                event.get("type").asText() + event.path("stage").asText()))
                .containsExactly("SUBMITTED", "STARTED", "STAGE_COMPLETEDASR", "STAGE_COMPLETEDLLM", "COMPLETED");
        assertThat(events.stream().map(event -> event.get("seq").asInt())).containsExactly(1, 2, 3, 4, 5);
        assertThat(events.stream().map(event -> event.get("eventId").asText())).doesNotHaveDuplicates();
        assertThat(events).allSatisfy(event -> {
            assertThat(event.get("taskId").asText()).isEqualTo(story.taskId());
            assertThat(event.get("attempt").asInt()).isEqualTo(1);
            assertThat(Instant.parse(event.get("occurredAt").asText())).isAfterOrEqualTo(START);
        });
        assertThat(bytes(events.get(0).at("/patch"))).isBetween(220, 380);
        assertThat(bytes(events.get(2).at("/patch/transcript"))).isBetween(1_000, 6_200);
        assertThat(events.get(2).at("/patch/durationSeconds").isNumber()).isTrue();
        assertThat(bytes(events.get(3).at("/patch"))).isBetween(500, 900);
        List<JsonNode> calls = json(story, TrafficOptions.CALLS_TOPIC);
        assertThat(calls.stream().map(call -> call.get("outcome").asText())).containsExactly("RUNNING", "OK");
        assertThat(calls.get(1).get("callId")).isEqualTo(events.get(0).get("callId"));
        assertThat(calls.get(1).at("/result/summary")).isEqualTo(events.get(3).at("/patch/summary"));
    }

    @Test
    void every_fault_happens_about_as_often_as_its_share_says() {
        FaultShares shares = FaultShares.ordinary();
        Storyteller storyteller = new Storyteller(TrafficOptions.defaults());
        int tasks = 20_000;
        Map<Fault, Integer> faults = new HashMap<>();
        for (int number = 0; number < tasks; number++) {
            storyteller
                    .tell(number, START)
                    .faults()
                    .forEach((fault, times) -> faults.merge(fault, times, Integer::sum));
        }
        double events = 5.0 * tasks;
        assertThat(faults.get(Fault.LOST_FINAL) / (double) tasks).isCloseTo(shares.lostFinal(), within(0.004));
        assertThat(faults.get(Fault.LATE_FINAL) / (double) tasks).isCloseTo(shares.lateFinal(), within(0.0015));
        assertThat(faults.get(Fault.WRONG_TYPE) / (double) tasks).isCloseTo(shares.wrongType(), within(0.001));
        assertThat(faults.get(Fault.RETRIED) / (double) tasks).isCloseTo(shares.retried(), within(0.002));
        assertThat(faults.get(Fault.FAILED) / (double) tasks).isCloseTo(shares.failed(), within(0.001));
        assertThat(faults.get(Fault.DUPLICATED) / events).isCloseTo(shares.duplicated(), within(0.002));
        assertThat(faults.get(Fault.REORDERED) / events).isCloseTo(shares.reordered(), within(0.0025));
        assertThat(faults.get(Fault.MALFORMED) / events).isCloseTo(shares.malformed(), within(0.0004));
    }

    @Test
    void a_lost_end_is_known_to_the_call_log_alone() {
        Story story = new Storyteller(CALM.withFaults(new FaultShares(1, 0, 0, 0, 0, 0, 0, 0))).tell(1, START);
        assertThat(json(story, TrafficOptions.EVENTS_TOPIC))
                .hasSize(4)
                .noneMatch(event -> event.get("type").asText().equals("COMPLETED"));
        assertThat(json(story, TrafficOptions.CALLS_TOPIC))
                .anyMatch(call -> call.get("outcome").asText().equals("OK"));
    }

    @Test
    void a_late_end_comes_half_a_minute_or_more_after_it_happened() {
        Story story = new Storyteller(CALM.withFaults(new FaultShares(0, 1, 0, 0, 0, 0, 0, 0))).tell(1, START);
        Sent last = story.sent().get(story.sent().size() - 1);
        Instant occurredAt = Instant.parse(json(last).get("occurredAt").asText());
        assertThat(json(last).get("type").asText()).isEqualTo("COMPLETED");
        assertThat(Duration.between(occurredAt, last.dueAt()))
                .isBetween(Duration.ofSeconds(30), Duration.ofSeconds(90));
    }

    @Test
    void a_duplicate_is_the_same_bytes_again() {
        Story story = new Storyteller(CALM.withFaults(new FaultShares(0, 0, 1, 0, 0, 0, 0, 0))).tell(1, START);
        Map<String, Integer> times = new HashMap<>();
        events(story).forEach(sent -> times.merge(text(sent), 1, Integer::sum));
        assertThat(times).hasSize(5).allSatisfy((text, count) -> assertThat(count)
                .isEqualTo(2));
    }

    @Test
    void reordered_events_change_places_in_pairs() {
        Story story = new Storyteller(CALM.withFaults(new FaultShares(0, 0, 0, 1, 0, 0, 0, 0))).tell(1, START);
        assertThat(json(story, TrafficOptions.EVENTS_TOPIC).stream()
                        .map(event -> event.get("seq").asInt()))
                .containsExactly(2, 1, 4, 3, 5);
    }

    @Test
    void a_wrong_type_is_a_word_where_the_duration_should_be() {
        Story story = new Storyteller(CALM.withFaults(new FaultShares(0, 0, 0, 0, 1, 0, 0, 0))).tell(1, START);
        assertThat(json(story, TrafficOptions.EVENTS_TOPIC)
                        .get(2)
                        .at("/patch/durationSeconds")
                        .asText())
                .isEqualTo("abc");
    }

    @Test
    void a_malformed_copy_goes_ahead_and_the_event_follows() {
        Story story = new Storyteller(CALM.withFaults(new FaultShares(0, 0, 0, 0, 0, 1, 0, 0))).tell(1, START);
        List<Sent> events = events(story).toList();
        assertThat(events).hasSize(10);
        for (int i = 0; i < events.size(); i += 2) {
            assertThat(text(events.get(i + 1))).startsWith(readable(events.get(i)));
            Sent torn = events.get(i);
            assertThatThrownBy(() -> JSON.readTree(torn.value())).isInstanceOf(IOException.class);
        }
    }

    @Test
    void a_retried_task_fails_once_and_ends_well_at_its_second_attempt() {
        Story story = new Storyteller(CALM.withFaults(new FaultShares(0, 0, 0, 0, 0, 0, 1, 0))).tell(1, START);
        assertThat(json(story, TrafficOptions.EVENTS_TOPIC).stream()
                        .map(event -> event.get("type").asText()
                                + event.get("attempt").asInt()))
                .containsExactly(
                        "SUBMITTED1",
                        "STARTED1",
                        "STAGE_COMPLETED1",
                        "FAILED1",
                        "RETRY1",
                        "STARTED2",
                        "STAGE_COMPLETED2",
                        "STAGE_COMPLETED2",
                        "COMPLETED2");
        assertThat(json(story, TrafficOptions.CALLS_TOPIC).stream()
                        .map(call -> call.get("outcome").asText()
                                + call.get("attempt").asInt()))
                .containsExactly("RUNNING1", "ERROR1", "RUNNING2", "OK2");
        assertThat(story.endsWell()).isTrue();
    }

    @Test
    void a_task_that_failed_for_good_says_so_and_so_does_the_call_log() {
        Story story = new Storyteller(CALM.withFaults(new FaultShares(0, 0, 0, 0, 0, 0, 0, 1))).tell(1, START);
        List<JsonNode> events = json(story, TrafficOptions.EVENTS_TOPIC);
        assertThat(events.get(events.size() - 1).at("/error/code").asText()).isEqualTo("audio-unusable");
        assertThat(json(story, TrafficOptions.CALLS_TOPIC).get(1).get("outcome").asText())
                .isEqualTo("ERROR");
        assertThat(story.endsWell()).isFalse();
    }

    @Test
    void a_task_whose_dispatch_is_lost_is_submitted_and_no_more_is_told() {
        Story story = new Storyteller(CALM.withFaults(silent(1, 0, 0, 0))).tell(1, START);
        assertThat(story.sent())
                .singleElement()
                .satisfies(sent -> assertThat(json(sent).get("type").asText()).isEqualTo("SUBMITTED"));
    }

    @Test
    void a_silent_failure_is_known_to_the_call_log_alone() {
        Story story = new Storyteller(CALM.withFaults(silent(0, 1, 0, 0))).tell(1, START);
        assertThat(json(story, TrafficOptions.EVENTS_TOPIC))
                .noneMatch(event -> event.get("type").asText().equals("FAILED"));
        assertThat(json(story, TrafficOptions.CALLS_TOPIC).stream()
                        .map(call -> call.get("outcome").asText()))
                .containsExactly("RUNNING", "ERROR");
        assertThat(story.endsWell()).isFalse();
    }

    @Test
    void a_long_call_runs_for_its_time_and_ends_well() {
        Story story = new Storyteller(CALM.withFaults(silent(0, 0, 1, 0))).tell(1, START);
        List<Sent> sent = story.sent();
        assertThat(Duration.between(START, sent.get(2).dueAt())).isLessThan(Duration.ofMinutes(1));
        assertThat(Duration.between(START, sent.get(3).dueAt()))
                .isBetween(CALM.longCall(), CALM.longCall().multipliedBy(3));
        assertThat(json(sent.get(sent.size() - 1)).path("outcome").asText()).isEqualTo("OK");
    }

    @Test
    void a_late_call_log_comes_25_seconds_after_the_events() {
        Sent last = new Storyteller(CALM.withFaults(silent(0, 0, 0, 1)))
                .tell(1, START).sent().stream()
                        .reduce((first, second) -> second)
                        .orElseThrow();
        assertThat(last.topic()).isEqualTo(TrafficOptions.CALLS_TOPIC);
        assertThat(last.dueAt())
                .isEqualTo(Instant.parse(json(last).get("completedAt").asText()).plusSeconds(25));
    }

    @Test
    void an_attempt_that_somebody_asks_for_ends_well_and_its_ids_are_its_own() {
        Story story = new Storyteller(CALM).tell(3, START);
        List<JsonNode> again = new Rerun(CALM)
                .tell(story.taskId(), 2, START).stream().map(TrafficTest::json).toList();
        List<JsonNode> events =
                again.stream().filter(json -> json.has("eventId")).toList();
        assertThat(events.get(0).get("type").asText()).isEqualTo("STARTED");
        assertThat(events.get(events.size() - 1).get("type").asText()).isEqualTo("COMPLETED");
        assertThat(again)
                .allSatisfy(json -> assertThat(json.get("attempt").asInt()).isEqualTo(2));
        assertThat(again.get(again.size() - 1).get("outcome").asText()).isEqualTo("OK");
        assertThat(events.stream().map(event -> event.get("eventId").asText()))
                .doesNotHaveDuplicates()
                .doesNotContainAnyElementsOf(json(story, TrafficOptions.EVENTS_TOPIC).stream()
                        .map(event -> event.get("eventId").asText())
                        .toList());
    }

    @Test
    void nobody_runs_what_a_story_tells_itself_or_what_is_not_of_this_traffic() {
        TrafficOptions retried = CALM.withFaults(new FaultShares(0, 0, 0, 0, 0, 0, 1, 0));
        String task = new Storyteller(retried).tell(3, START).taskId();
        assertThat(new Rerun(retried).tell(task, 2, START)).isEmpty();
        assertThat(new Rerun(retried).tell(task, 3, START)).isNotEmpty();
        assertThat(new Rerun(retried).tell("call-1", 2, START)).isEmpty();
        assertThat(new Rerun(retried.withRun("other")).tell(task, 2, START)).isNotEmpty();
    }

    private static FaultShares silent(double lostStart, double failedSilently, double runningLong, double lateCall) {
        return new FaultShares(0, 0, 0, 0, 0, 0, 0, 0, lostStart, failedSilently, runningLong, lateCall);
    }

    @Test
    void a_raised_rate_does_not_wait_for_a_task_that_was_begun_far_ahead() {
        Traffic traffic = new Traffic(CALM.withRate(0.001), START);
        while (traffic.nextDueAt().isBefore(START.plusSeconds(900))) {
            traffic.next();
        }
        traffic.changeRate(100, START.plusSeconds(900));
        assertThat(traffic.nextDueAt()).isBefore(START.plusSeconds(901));
    }

    @Test
    void a_changed_rate_holds_from_that_moment_on() {
        Traffic traffic = new Traffic(CALM.withRate(1), START);
        while (traffic.nextDueAt().isBefore(START.plusSeconds(10))) {
            traffic.next();
        }
        long before = traffic.tasks();
        traffic.changeRate(100, START.plusSeconds(10));
        while (traffic.nextDueAt().isBefore(START.plusSeconds(11))) {
            traffic.next();
        }
        assertThat(before).isBetween(10L, 11L);
        assertThat(traffic.tasks() - before).isBetween(98L, 101L);
    }

    @Test
    void the_keys_of_the_demo_are_read_over_the_defaults() {
        MockEnvironment environment = new MockEnvironment()
                .withProperty("landfall.demo.traffic", "false")
                .withProperty("landfall.demo.rate", "0.5")
                .withProperty("landfall.demo.seed", "7")
                .withProperty("landfall.demo.faults.lost-final", "0.5");
        TrafficOptions options = TrafficOptions.from(environment, Clock.fixed(START, ZoneOffset.UTC));
        assertThat(options.traffic()).isFalse();
        assertThat(options.rate()).isEqualTo(0.5);
        assertThat(options.seed()).isEqualTo(7);
        assertThat(options.faults().lostFinal()).isEqualTo(0.5);
        assertThat(options.faults().duplicated()).isEqualTo(0.02);
        assertThat(options.run()).isNotEqualTo(TrafficOptions.defaults().run());
    }

    @Test
    void a_share_beyond_one_and_a_rate_of_nothing_are_refused_by_name() {
        assertThatThrownBy(() -> new FaultShares(0, 0, 1.1, 0, 0, 0, 0, 0)).hasMessageContaining("duplicated is 1.1");
        assertThatThrownBy(() -> CALM.withRate(0)).hasMessageContaining("landfall.demo.rate is 0.0");
    }

    private static FaultShares withoutTorn() {
        return new FaultShares(0.037, 0.005, 0.02, 0.01, 0.002, 0, 0.01, 0.003);
    }

    private static List<String> texts(TrafficOptions options, Instant start, int records) {
        Traffic traffic = new Traffic(options, start);
        List<String> texts = new ArrayList<>();
        for (int i = 0; i < records; i++) {
            Sent sent = traffic.next();
            texts.add(sent.topic() + " " + sent.key() + " " + text(sent));
        }
        return texts;
    }

    private static Stream<Sent> events(Story story) {
        return story.sent().stream().filter(sent -> sent.topic().equals(TrafficOptions.EVENTS_TOPIC));
    }

    private static List<JsonNode> json(Story story, String topic) {
        return story.sent().stream()
                .filter(sent -> sent.topic().equals(topic))
                .map(TrafficTest::json)
                .toList();
    }

    private static JsonNode json(Sent sent) {
        try {
            return JSON.readTree(sent.value());
        } catch (IOException e) {
            throw new AssertionError(text(sent), e);
        }
    }

    private static String text(Sent sent) {
        return new String(sent.value(), StandardCharsets.UTF_8);
    }

    /** Without a last character that was cut in the middle. */
    private static String readable(Sent torn) {
        return text(torn).replace("\uFFFD", "");
    }

    private static int bytes(JsonNode node) {
        return node.toString().getBytes(StandardCharsets.UTF_8).length;
    }
}
