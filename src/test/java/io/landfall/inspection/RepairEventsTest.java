package io.landfall.inspection;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;

import org.junit.jupiter.api.Test;

import io.landfall.event.Delivery;
import io.landfall.event.EventLimits;
import io.landfall.event.EventReader;
import io.landfall.event.SourceRecord;
import io.landfall.state.EventType;
import io.landfall.state.Json;

import static io.landfall.inspection.Suspected.NOW;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

class RepairEventsTest {
    private final EventReader reader =
            new EventReader(new EventLimits(Set.of("tasks"), EventLimits.Tombstone.DEAD_LETTER, Duration.ofDays(30)));
    private final RepairEvents events = new RepairEvents(() -> reader, "events");

    private String completed(String result) {
        Verdict verdict = new Verdict.Done(result == null ? null : Json.of(result), null);
        return event(new Sentence.Repair(EventType.COMPLETED, verdict, "done"));
    }

    private String event(Sentence.Repair repair) {
        byte[] event = events.event(Suspected.suspect("t\"1"), repair, "id", NOW);
        assertThat(reader.read(new SourceRecord("events", 0, 0, NOW, null, event, List.of()), NOW))
                .as("it can be applied")
                .isInstanceOf(Delivery.WellFormed.class);
        return new String(event, UTF_8);
    }

    @Test
    void its_id_is_the_same_for_the_same_task_and_attempt_alone() {
        String id = RepairEvents.eventId("t", 1);
        assertThat(id).matches("repair:[0-9a-f]{64}").isEqualTo(RepairEvents.eventId("t", 1));
        assertThat(id).isNotEqualTo(RepairEvents.eventId("t", 11)).isNotEqualTo(RepairEvents.eventId("t1", 1));
    }

    @Test
    void an_object_is_merged_as_it_is_and_anything_else_is_the_result() {
        assertThat(completed("{\"text\":\"语\",\"n\":1.50,\"gone\":null}"))
                .isEqualTo("{\"eventId\":\"id\",\"taskId\":\"t\\\"1\",\"type\":\"COMPLETED\",\"attempt\":1,"
                        + "\"patch\":{\"text\":\"语\",\"n\":1.50,\"gone\":null}}");
        assertThat(completed("[1,2]")).contains("\"patch\":{\"result\":[1,2]}");
        assertThat(completed("\"text\"")).contains("\"patch\":{\"result\":\"text\"}");
        assertThat(completed(null)).doesNotContain("patch");
        assertThat(completed("null")).doesNotContain("patch");
    }

    @Test
    void fields_that_an_event_may_not_write_are_left_out() {
        assertThat(completed("{\"landfall\":{},\"landfall.state\":1,\"_id\":\"x\",\"\":1,\"a..b\":1,\"fine\":1}"))
                .contains("\"patch\":{\"fine\":1}");
    }

    @Test
    void a_result_that_the_reader_refuses_does_not_cost_the_task_its_end() {
        String deep = "{\"a\":".repeat(300) + "1" + "}".repeat(300);
        assertThat(completed(deep)).endsWith("\"type\":\"COMPLETED\",\"attempt\":1}");
    }

    @Test
    void times_and_errors_are_said() {
        Instant at = Instant.parse("2026-01-01T00:00:00Z");
        assertThat(event(new Sentence.Repair(EventType.COMPLETED, new Verdict.Done(null, at), "done")))
                .contains("\"occurredAt\":\"2026-01-01T00:00:00Z\"");
        assertThat(event(new Sentence.Repair(EventType.FAILED, new Verdict.Failed("oom", "out of memory"), "oom")))
                .contains("\"error\":{\"code\":\"oom\"");
        assertThat(event(new Sentence.Repair(EventType.FAILED, new Verdict.Absent(), "nobody knows")))
                .contains("\"error\":{\"code\":\"absent\",\"message\":\"nobody knows\"}");
        assertThat(event(new Sentence.Repair(EventType.RETRY, new Verdict.Absent(), "nobody knows")))
                .endsWith("\"type\":\"RETRY\",\"attempt\":1}");
    }

    @Test
    void a_result_that_the_topic_would_not_take_is_left_out() {
        assertThat(completed('"' + "x".repeat(950_000) + '"')).doesNotContain("patch");
        assertThat(completed('"' + "x".repeat(850_000) + '"')).contains("patch");
    }

    @Test
    void a_replacement_is_without_the_result() {
        byte[] event = events.event(
                Suspected.suspect("t"),
                new Sentence.Repair(EventType.COMPLETED, new Verdict.Done(Json.of("1"), null), "done"),
                "id" + RepairEvents.REPLACEMENT,
                NOW);
        assertThat(new String(event, UTF_8)).doesNotContain("patch").contains("COMPLETED");
    }
}
