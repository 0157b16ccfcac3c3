package io.landfall.event;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

import io.landfall.event.Delivery.Malformed;
import io.landfall.event.Delivery.WellFormed;
import io.landfall.event.EventLimits.Tombstone;
import io.landfall.state.Attribute;
import io.landfall.state.Change;
import io.landfall.state.EventType;
import io.landfall.state.Json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class EventReaderTest {
    private static final String GOOD = "{\"eventId\":\"e-1\",\"taskId\":\"t-1\",\"type\":\"STARTED\"}";

    @Test
    void a_whole_event_is_read_field_by_field() {
        Delivery delivery = Records.read(
                """
                {"eventId":"e-1","taskId":"t-1","type":"STAGE_COMPLETED","attempt":2,"seq":7,"stage":"ASR",
                 "taskType":"call","model":"whisper-3","platform":"open-ai","callId":"c/1","index":"calls",
                 "occurredAt":"2026-01-01T00:00:00.123Z","patch":{"asr":{"text":"你好"},"gone":null},"other":[1,{"a":2}]}
                """);

        assertThat(event(delivery))
                .isEqualTo(new TaskEvent(
                        "e-1",
                        "t-1",
                        new Change(
                                EventType.STAGE_COMPLETED,
                                2,
                                7L,
                                "ASR",
                                "calls",
                                Map.of(
                                        Attribute.TASK_TYPE, "call",
                                        Attribute.MODEL, "whisper-3",
                                        Attribute.PLATFORM, "open-ai",
                                        Attribute.CALL_ID, "c/1"),
                                patchOf("asr", Json.of("{\"text\":\"你好\"}"), "gone", null),
                                null)));
    }

    @Test
    void an_event_needs_no_more_than_its_id_its_task_and_its_type() {
        assertThat(event(Records.read(GOOD)).change())
                .isEqualTo(new Change(EventType.STARTED, null, null, null, null, Map.of(), Map.of(), null));
    }

    @Test
    void null_counts_as_absent_where_a_field_is_optional() {
        Delivery delivery = Records.readWith(
                ",\"attempt\":null,\"seq\":null,\"stage\":null,\"taskType\":null,\"model\":null,\"platform\":null,"
                        + "\"callId\":null,\"occurredAt\":null,\"index\":null,\"patch\":null,\"error\":null");

        assertThat(event(delivery)).isEqualTo(event(Records.read(GOOD)));
    }

    @Test
    void the_hash_is_that_of_the_value() throws Exception {
        byte[] expected = MessageDigest.getInstance("SHA-256").digest(GOOD.getBytes(StandardCharsets.UTF_8));

        assertThat(((WellFormed) Records.read(GOOD)).hash()).isEqualTo(expected);
        assertThat(HexFormat.of().formatHex(((Malformed) Records.read(new byte[0])).hash()))
                .isEqualTo("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }

    static Stream<Arguments> malformedTexts() {
        return Stream.of(
                Arguments.of("", "not-json"),
                Arguments.of("   \n", "not-json"),
                Arguments.of("hello", "not-json"),
                Arguments.of("null", "not-an-object"),
                Arguments.of("[" + GOOD + "]", "not-an-object"),
                Arguments.of("\"text\"", "not-an-object"),
                Arguments.of("17", "not-an-object"),
                Arguments.of("true", "not-an-object"),
                Arguments.of(GOOD + GOOD, "trailing-bytes"),
                Arguments.of(GOOD + "\n" + GOOD, "trailing-bytes"),
                Arguments.of(GOOD + "}", "trailing-bytes"),
                Arguments.of(GOOD + "garbage", "trailing-bytes"),
                Arguments.of(GOOD + "\u0000", "trailing-bytes"),
                Arguments.of(GOOD + ",", "trailing-bytes"),
                Arguments.of(GOOD.substring(0, GOOD.length() - 1), "not-json"),
                Arguments.of("{\"a\":1,}", "not-json"),
                Arguments.of("{a:1}", "not-json"),
                Arguments.of("{'a':1}", "not-json"),
                Arguments.of("{\"a\":01}", "not-json"),
                Arguments.of("{\"a\":+1}", "not-json"),
                Arguments.of("{\"a\":.5}", "not-json"),
                Arguments.of("{\"a\":NaN}", "not-json"),
                Arguments.of("{\"patch\":{\"a\":NaN}}", "not-json"),
                Arguments.of("{\"patch\":{\"a\":-Infinity}}", "not-json"),
                Arguments.of("{\"patch\":{\"a\":1x}}", "not-json"),
                Arguments.of("{\"patch\":{\"a\":\"open}}", "not-json"),
                Arguments.of("{\"patch\":{\"a\":\"tab\there\"}}", "not-json"),
                Arguments.of("{\"patch\":{\"a\":\"\\x\"}}", "not-json"),
                Arguments.of("{/* no */}", "not-json"),
                Arguments.of("{\"a\":1,\"a\":1}", "duplicate-key"),
                Arguments.of("{\"a\":1,\"\\u0061\":1}", "duplicate-key"),
                Arguments.of("{\"patch\":{\"x\":[{\"y\":1,\"z\":2,\"w\":3,\"y\":4}]}}", "duplicate-key"),
                Arguments.of("{\"x\":{\"y\":{\"z\":1,\"z\":2}}}", "duplicate-key"),
                Arguments.of("[".repeat(2 * 1024 * 1024), "not-an-object"),
                Arguments.of("{\"x\":" + "[".repeat(2 * 1024 * 1024), "too-deep"),
                Arguments.of("{\"a\":".repeat(2000), "too-deep"),
                Arguments.of("{\"patch\":" + "{\"a\":".repeat(2000), "too-deep"),
                Arguments.of("{\"patch\":{\"a\":" + "9".repeat(5000) + "}}", "too-long"),
                Arguments.of("{\"" + "k".repeat(100_000) + "\":1}", "too-long"));
    }

    @ParameterizedTest
    @MethodSource("malformedTexts")
    void what_is_not_one_json_object_is_malformed(String text, String reason) {
        assertThat(malformed(Records.read(text)).reason()).isEqualTo(reason);
    }

    static Stream<Arguments> malformedBytes() {
        String before = "{\"eventId\":\"e\",\"taskId\":\"t\",\"type\":\"STARTED\",\"x\":\"";
        return Stream.of(
                Arguments.of("binary", hex("0000000007fffe"), "not-utf-8"),
                Arguments.of("overlong slash", around(before, "c0af"), "not-utf-8"),
                Arguments.of("overlong NUL", around(before, "c080"), "not-utf-8"),
                Arguments.of("surrogate", around(before, "eda080"), "not-utf-8"),
                Arguments.of("beyond Unicode", around(before, "f4908080"), "not-utf-8"),
                Arguments.of("lone continuation", around(before, "80"), "not-utf-8"),
                Arguments.of("cut short", hex("7b22e8af"), "not-utf-8"),
                Arguments.of("UTF-16 with mark", hex("feff007b007d"), "not-utf-8"),
                Arguments.of("UTF-16 without mark", hex("007b007d"), "not-json"),
                Arguments.of("UTF-32 without mark", hex("0000007b0000007d"), "not-json"),
                Arguments.of("byte order mark alone", hex("efbbbf"), "not-json"));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("malformedBytes")
    void what_is_not_utf_8_is_malformed(String name, byte[] value, String reason) {
        assertThat(malformed(Records.read(value)).reason()).isEqualTo(reason);
    }

    @Test
    void nesting_is_taken_up_to_200_the_event_included() {
        assertThat(Records.readWith(",\"patch\":{\"a\":" + "[".repeat(198) + "]".repeat(198) + "}"))
                .isInstanceOf(WellFormed.class);
        assertThat(malformed(Records.readWith(",\"patch\":{\"a\":" + "[".repeat(199) + "]".repeat(199) + "}"))
                        .reason())
                .isEqualTo("too-deep");
    }

    @Test
    void the_task_id_is_kept_when_it_was_read_before_the_fault() {
        assertThat(malformed(Records.read("{\"taskId\":\"t-1\",\"x\":nope}")).taskId())
                .isEqualTo("t-1");
        assertThat(malformed(Records.read(GOOD + "x")).taskId()).isEqualTo("t-1");
        assertThat(malformed(Records.read("{\"taskId\":\"t-1\"}")).taskId()).isEqualTo("t-1");
        assertThat(malformed(Records.read("{\"x\":nope,\"taskId\":\"t-1\"}")).taskId())
                .isNull();
        assertThat(malformed(Records.read("{\"taskId\":\" \"}")).taskId()).isNull();
    }

    @Test
    void all_faults_of_the_fields_are_told_and_the_first_gives_the_reason() {
        Malformed malformed =
                malformed(Records.read("{\"eventId\":7,\"type\":\"STARTED\",\"attempt\":0,\"index\":\"other\"}"));

        assertThat(malformed.reason()).isEqualTo("bad-event-id");
        assertThat(malformed.detail())
                .isEqualTo("eventId is not a text; taskId is missing; attempt is not a whole number from 1 to 1000000; "
                        + "index \"other\" is none of landfall.view.indices");
    }

    @Test
    void a_tombstone_is_a_dead_letter_by_default() {
        Malformed malformed = malformed(Records.reader(Tombstone.DEAD_LETTER)
                .read(Records.record("t-1".getBytes(StandardCharsets.UTF_8), null), Records.NOW));

        assertThat(malformed.reason()).isEqualTo("tombstone");
        assertThat(malformed.taskId()).isEqualTo("t-1");
        assertThat(malformed.hash()).hasSize(32);
    }

    @Test
    void a_tombstone_deletes_the_task_that_is_its_key_where_that_is_wanted() {
        TaskEvent event = event(Records.reader(Tombstone.DELETE)
                .read(Records.record("任务".getBytes(StandardCharsets.UTF_8), null), Records.NOW));

        assertThat(event.taskId()).isEqualTo("任务");
        assertThat(event.change().type()).isEqualTo(EventType.DELETED);
        assertThat(event.eventId()).isEqualTo("tombstone:landfall.task-events-3@42:" + Records.NOW.toEpochMilli());
    }

    @Test
    void a_tombstone_has_the_same_event_id_at_each_delivery_and_another_in_a_topic_made_anew() {
        byte[] key = "t-1".getBytes(StandardCharsets.UTF_8);
        EventReader reader = Records.reader(Tombstone.DELETE);
        String topic = "a-very-long-topic-name".repeat(10);
        SourceRecord record = new SourceRecord(topic, 0, 0, Records.NOW, key, null, List.of());
        SourceRecord later = new SourceRecord(topic, 0, 0, Records.NOW.plusMillis(1), key, null, List.of());

        String id = event(reader.read(record, Records.NOW)).eventId();

        assertThat(id).hasSizeLessThanOrEqualTo(128).startsWith("tombstone:");
        assertThat(event(reader.read(record, Records.NOW)).eventId()).isEqualTo(id);
        assertThat(event(reader.read(later, Records.NOW)).eventId()).isNotEqualTo(id);
    }

    static Stream<byte[]> keysThatAreNoTaskIds() {
        return Stream.of(
                null,
                new byte[0],
                hex("2020"),
                hex("c0af"),
                hex("610062"),
                "a".repeat(513).getBytes(StandardCharsets.UTF_8));
    }

    @ParameterizedTest
    @MethodSource("keysThatAreNoTaskIds")
    void a_tombstone_whose_key_is_no_task_id_is_malformed(byte[] key) {
        Delivery delivery = Records.reader(Tombstone.DELETE).read(Records.record(key, null), Records.NOW);

        assertThat(malformed(delivery).reason()).isEqualTo("bad-task-id");
    }

    @Test
    void a_record_older_than_the_retention_is_too_old_by_the_ledgers_clock() {
        byte[] value = GOOD.getBytes(StandardCharsets.UTF_8);
        EventReader reader = Records.reader(Tombstone.DEAD_LETTER);
        Instant lastMoment = Records.NOW.plus(Records.RETENTION);

        assertThat(reader.read(Records.record(null, value), lastMoment)).isInstanceOf(WellFormed.class);
        Malformed tooOld = malformed(reader.read(Records.record(null, value), lastMoment.plusMillis(1)));
        assertThat(tooOld.reason()).isEqualTo("too-old");
        assertThat(tooOld.taskId()).isEqualTo("t-1");
    }

    @Test
    void a_record_from_the_future_is_taken() {
        assertThat(Records.reader(Tombstone.DEAD_LETTER)
                        .read(
                                Records.record(null, GOOD.getBytes(StandardCharsets.UTF_8)),
                                Records.NOW.minus(Duration.ofDays(400))))
                .isInstanceOf(WellFormed.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"patch", "unknown"})
    void a_transcript_of_21_megabytes_is_read(String field) {
        String transcript = "说\\n".repeat(21 * 1024 * 1024 / 5);

        Delivery delivery = Records.readWith(",\"" + field + "\":{\"text\":\"" + transcript + "\"}");

        assertThat(delivery).isInstanceOf(WellFormed.class);
    }

    @Test
    void limits_that_let_nothing_in_are_refused() {
        assertThatThrownBy(() -> new EventLimits(Set.of(), Tombstone.DEAD_LETTER, Records.RETENTION))
                .hasMessageContaining("landfall.view.indices");
        assertThatThrownBy(() -> new EventLimits(Set.of("tasks"), Tombstone.DEAD_LETTER, Duration.ZERO))
                .hasMessageContaining("landfall.ledger.retention");
    }

    private static TaskEvent event(Delivery delivery) {
        assertThat(delivery).isInstanceOf(WellFormed.class);
        return ((WellFormed) delivery).event();
    }

    private static Malformed malformed(Delivery delivery) {
        assertThat(delivery).isInstanceOf(Malformed.class);
        return (Malformed) delivery;
    }

    private static Map<String, Json> patchOf(String first, Json a, String second, Json b) {
        Map<String, Json> patch = new HashMap<>();
        patch.put(first, a);
        patch.put(second, b);
        return patch;
    }

    private static byte[] hex(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    private static byte[] around(String before, String hex) {
        String after = "\"}";
        return HexFormat.of()
                .parseHex(HexFormat.of().formatHex(before.getBytes(StandardCharsets.UTF_8))
                        + hex
                        + HexFormat.of().formatHex(after.getBytes(StandardCharsets.UTF_8)));
    }
}
