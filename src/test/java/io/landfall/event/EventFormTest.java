package io.landfall.event;

import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.landfall.event.Delivery.Malformed;
import io.landfall.event.Delivery.WellFormed;
import io.landfall.state.Json;

import static org.assertj.core.api.Assertions.assertThat;

/** The edges of each field. An expectation of "ok" means well-formed, else it is the reason. */
class EventFormTest {
    private static final String LONE = "\\ud800";

    static Stream<Arguments> ids() {
        return Stream.of(
                Arguments.of("taskId", "\"a/b?c#d\"", "ok"),
                Arguments.of("taskId", "\"_x\"", "ok"),
                Arguments.of("taskId", "\" padded \"", "ok"),
                Arguments.of("taskId", text("a", 512), "ok"),
                Arguments.of("taskId", text("a", 513), "bad-task-id"),
                Arguments.of("taskId", text("语", 170), "ok"),
                Arguments.of("taskId", text("语", 171), "bad-task-id"),
                Arguments.of("taskId", text("😀", 128), "ok"),
                Arguments.of("taskId", text("😀", 129), "bad-task-id"),
                Arguments.of("taskId", "\"\\ud83d\\ude00\"", "ok"),
                Arguments.of("taskId", "\"\"", "bad-task-id"),
                Arguments.of("taskId", "\"  \"", "bad-task-id"),
                Arguments.of("taskId", "\"　\"", "bad-task-id"),
                Arguments.of("taskId", "null", "missing-field"),
                Arguments.of("taskId", "7", "bad-task-id"),
                Arguments.of("taskId", "1e3", "bad-task-id"),
                Arguments.of("taskId", "true", "bad-task-id"),
                Arguments.of("taskId", "[\"a\"]", "bad-task-id"),
                Arguments.of("taskId", "{\"a\":1}", "bad-task-id"),
                Arguments.of("taskId", "\"a\\u0000b\"", "bad-task-id"),
                Arguments.of("taskId", "\"a\\nb\"", "bad-task-id"),
                Arguments.of("taskId", "\"a\\u007fb\"", "bad-task-id"),
                Arguments.of("taskId", "\"a\\u0085b\"", "bad-task-id"),
                Arguments.of("taskId", "\"" + LONE + "\"", "bad-task-id"),
                Arguments.of("taskId", "\"\\ude00\\ud83d\"", "bad-task-id"),
                Arguments.of("eventId", text("e", 128), "ok"),
                Arguments.of("eventId", text("e", 129), "bad-event-id"),
                Arguments.of("eventId", text("😀", 128), "ok"),
                Arguments.of("eventId", text("😀", 129), "bad-event-id"),
                Arguments.of("eventId", "\"\"", "bad-event-id"),
                Arguments.of("eventId", "null", "missing-field"),
                Arguments.of("eventId", "12", "bad-event-id"),
                Arguments.of("eventId", "\"a\\u0000\"", "bad-event-id"),
                Arguments.of("eventId", "\"" + LONE + "\"", "bad-event-id"),
                Arguments.of("type", "\"COMPLETED\"", "ok"),
                Arguments.of("type", "\"completed\"", "unknown-type"),
                Arguments.of("type", "\"\\u0000\"", "unknown-type"),
                Arguments.of("type", "3", "unknown-type"),
                Arguments.of("type", "null", "missing-field"));
    }

    @ParameterizedTest
    @MethodSource("ids")
    void a_required_field_is_judged(String field, String value, String expected) {
        StringBuilder event = new StringBuilder("{\"" + field + "\":" + value);
        for (String other : new String[] {"eventId", "taskId", "type"}) {
            event.append(other.equals(field) ? "" : ",\"" + other + "\":\"STARTED\"");
        }

        assertThat(verdict(Records.read(event.append('}').toString()))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"eventId", "taskId", "type"})
    void a_required_field_may_not_be_missing(String field) {
        String event = "{\"eventId\":\"e\",\"taskId\":\"t\",\"type\":\"STARTED\"}".replace(field, "x" + field);

        Malformed malformed = (Malformed) Records.read(event);

        assertThat(malformed.reason()).isEqualTo("missing-field");
        assertThat(malformed.detail()).isEqualTo(field + " is missing");
    }

    static Stream<Arguments> optionals() {
        return Stream.of(
                Arguments.of("attempt", "1", "ok"),
                Arguments.of("attempt", "1000000", "ok"),
                Arguments.of("attempt", "0", "bad-field"),
                Arguments.of("attempt", "-1", "bad-field"),
                Arguments.of("attempt", "1000001", "bad-field"),
                Arguments.of("attempt", "1.0", "bad-field"),
                Arguments.of("attempt", "1e0", "bad-field"),
                Arguments.of("attempt", "\"1\"", "bad-field"),
                Arguments.of("attempt", "4294967297", "bad-field"),
                Arguments.of("seq", "0", "ok"),
                Arguments.of("seq", "9007199254740992", "ok"),
                Arguments.of("seq", "9007199254740993", "bad-field"),
                Arguments.of("seq", "9223372036854775808", "bad-field"),
                Arguments.of("seq", "18446744073709551616", "bad-field"),
                Arguments.of("seq", "-1", "bad-field"),
                Arguments.of("seq", "[0]", "bad-field"),
                Arguments.of("taskType", text("x", 256), "ok"),
                Arguments.of("taskType", text("x", 257), "bad-field"),
                Arguments.of("taskType", "\"\"", "bad-field"),
                Arguments.of("model", text("😀", 256), "ok"),
                Arguments.of("model", text("😀", 257), "bad-field"),
                Arguments.of("model", "\"" + LONE + "\"", "bad-field"),
                Arguments.of("model", "{\"name\":\"x\"}", "bad-field"),
                Arguments.of("callId", text("x", 256), "ok"),
                Arguments.of("callId", text("x", 257), "bad-field"),
                Arguments.of("callId", "12", "bad-field"),
                Arguments.of("callId", "\"\\u0000\"", "bad-field"),
                Arguments.of("platform", text("a", 40), "ok"),
                Arguments.of("platform", "\"open-ai-2\"", "ok"),
                Arguments.of("platform", text("a", 41), "bad-field"),
                Arguments.of("platform", "\"\"", "bad-field"),
                Arguments.of("platform", "\"OpenAI\"", "bad-field"),
                Arguments.of("platform", "\"a:b\"", "bad-field"),
                Arguments.of("platform", "\"a\\n\"", "bad-field"),
                Arguments.of("platform", "\"../x\"", "bad-field"),
                Arguments.of("index", "\"calls\"", "ok"),
                Arguments.of("index", "\"other\"", "index-not-allowed"),
                Arguments.of("index", "\"\"", "index-not-allowed"),
                Arguments.of("index", "\"tasks,calls\"", "index-not-allowed"),
                Arguments.of("index", "3", "index-not-allowed"),
                Arguments.of("occurredAt", "\"2026-01-01T00:00:00Z\"", "ok"),
                Arguments.of("occurredAt", "\"2099-01-01T00:00:00Z\"", "ok"),
                Arguments.of("occurredAt", "\"2026-01-01T08:00:00.123456789+08:00\"", "ok"),
                Arguments.of("occurredAt", "\"2026-01-01T08:00:00.123+0800\"", "ok"),
                Arguments.of("occurredAt", "\"2026-01-01T08:00Z\"", "ok"),
                Arguments.of("occurredAt", "\"28910-05-16T19:52:39.000Z\"", "bad-field"),
                Arguments.of("occurredAt", "\"+28910-05-16T19:52:39.000Z\"", "bad-field"),
                Arguments.of("occurredAt", "\"-0044-03-15T12:00:00Z\"", "bad-field"),
                Arguments.of("occurredAt", "\"0000-01-01T00:00:00Z\"", "bad-field"),
                Arguments.of("occurredAt", "\"2021-51\"", "bad-field"),
                Arguments.of("occurredAt", "\"0000-00-00\"", "bad-field"),
                Arguments.of("occurredAt", "\"2026-02-30T00:00:00Z\"", "bad-field"),
                Arguments.of("occurredAt", "\"2026-01-01T00:00:00\"", "bad-field"),
                Arguments.of("occurredAt", "\"\"", "bad-field"),
                Arguments.of("occurredAt", "1767225600000", "bad-field"),
                Arguments.of("patch", "{}", "ok"),
                Arguments.of("patch", "[]", "bad-field"),
                Arguments.of("patch", "\"{}\"", "bad-field"),
                Arguments.of("\\ud800", "1", "ok"),
                Arguments.of("", "1", "ok"),
                Arguments.of("landfall", "{}", "ok"));
    }

    @ParameterizedTest
    @MethodSource("optionals")
    void an_optional_field_is_judged(String field, String value, String expected) {
        assertThat(verdict(Records.readWith(",\"" + field + "\":" + value))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "STAGE_COMPLETED,'',missing-field",
        "STAGE_COMPLETED,',\"stage\":null',missing-field",
        "STAGE_COMPLETED,',\"stage\":\"\"',bad-field",
        "STAGE_COMPLETED,',\"stage\":1',bad-field",
        "STAGE_COMPLETED,',\"stage\":\"ASR\"',ok",
        "STARTED,',\"stage\":1',ok",
        "FAILED,'',ok",
        "FAILED,',\"error\":null',ok",
        "FAILED,',\"error\":\"text\"',bad-field",
        "FAILED,',\"error\":[]',bad-field",
        "FAILED,',\"error\":{\"code\":[1]}',bad-field",
        "FAILED,',\"error\":{\"message\":{\"a\":1}}',bad-field",
        "FAILED,',\"error\":{\"message\":true}',bad-field",
        "COMPLETED,',\"error\":\"text\"',ok",
    })
    void stage_and_error_are_read_only_where_they_apply(String type, String more, String expected) {
        assertThat(verdict(Records.read("{\"eventId\":\"e\",\"taskId\":\"t\",\"type\":\"" + type + "\"" + more + "}")))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"64,ok", "65,bad-field"})
    void a_stage_has_up_to_64_characters(int length, String expected) {
        assertThat(verdict(Records.read("{\"eventId\":\"e\",\"taskId\":\"t\",\"type\":\"STAGE_COMPLETED\",\"stage\":"
                        + text("段", length) + "}")))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"code\":\"E1\",\"message\":\"no\"}|{\"code\":\"E1\",\"message\":\"no\"}",
                "{ \"message\" : \"no \\u0000 \\ud800\" , \"trace\" : [1] }|{\"message\":\"no \\u0000 \\ud800\"}",
                "{\"code\":500,\"message\":null}|{\"code\":500}",
                "{\"trace\":\"x\"}|",
                "{}|",
            })
    void an_error_keeps_its_code_and_its_message(String error, String expected) {
        Delivery delivery =
                Records.read("{\"eventId\":\"e\",\"taskId\":\"t\",\"type\":\"FAILED\",\"error\":" + error + "}");

        Json kept = ((WellFormed) delivery).event().change().error();
        assertThat(kept).isEqualTo(expected == null ? null : Json.of(expected));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "landfall",
                "landfall.state",
                "landfall.",
                "",
                " ",
                ".",
                "a..b",
                ".a",
                "a.",
                "a. .b",
                "_id",
                "_id.x",
                "_index",
                "_source",
                "_routing",
                "_type",
                "_version",
                "_seq_no",
                "_field_names",
                "_doc_count"
            })
    void a_patch_that_writes_what_is_not_its_own_is_malformed_and_the_field_is_named(String key) {
        Malformed malformed = (Malformed) Records.readWith(",\"patch\":{\"good\":1,\"" + key + "\":{\"x\":1}}");

        assertThat(malformed.reason()).isEqualTo("forbidden-field");
        assertThat(malformed.detail()).isEqualTo("patch may not write \"" + key + "\"");
    }

    @Test
    void all_forbidden_fields_are_named_without_anything_a_database_could_not_keep() {
        Malformed malformed = (Malformed) Records.readWith(
                ",\"patch\":{\"_id\":null,\"\\u006candfall\":null,\"ok\":1,\"a\\u0000\":1,\"" + LONE + "\":1}");

        assertThat(malformed.detail())
                .isEqualTo("patch may not write \"_id\", \"landfall\", \"a\\u0000\", \"\\ud800\"");
    }

    @Test
    void a_thousand_forbidden_fields_make_a_short_sentence() {
        StringBuilder keys = new StringBuilder();
        for (int i = 0; i < 1000; i++) {
            keys.append(",\"landfall.").append("x".repeat(1000)).append(i).append("\":1");
        }

        Malformed malformed = (Malformed) Records.readWith(",\"patch\":{" + keys.substring(1) + "}");

        assertThat(malformed.detail()).endsWith(" and 950 more").hasSizeLessThan(8000);
    }

    @ParameterizedTest
    @ValueSource(strings = {"landfalls", "Landfall", "my.landfall", "a.b", "_x", "id", "a b", "字段", "a\\nb", "$x", "*"})
    void other_fields_are_the_producers_own(String key) {
        assertThat(verdict(Records.readWith(",\"patch\":{\"" + key + "\":1}"))).isEqualTo("ok");
    }

    private static String text(String unit, int times) {
        return '"' + unit.repeat(times) + '"';
    }

    private static String verdict(Delivery delivery) {
        return delivery instanceof Malformed malformed ? malformed.reason() : "ok";
    }
}
