package io.landfall.land;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.JsonNode;

import io.landfall.stack.Wait;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

/** Records of every kind come in: what is an event lands, what is none is kept whole, and the next one is taken. */
class IntakeIT {
    @RegisterExtension
    static final Landings OWNED = Landings.owned();

    private final Landing landing = OWNED.landing();

    @Test
    void a_trickle_faster_than_the_batching_interval_lands_whole() throws Exception {
        ConcurrentLinkedQueue<String> sent = new ConcurrentLinkedQueue<>();
        ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
        var trickle = clock.scheduleAtFixedRate(
                () -> {
                    String id = "trickle-" + sent.size();
                    landing.send(Fact.of(id, "SUBMITTED"));
                    sent.add(id);
                },
                0,
                90,
                TimeUnit.MILLISECONDS);
        try {
            await().atMost(Wait.MOST).until(() -> sent.size() >= 60);
        } finally {
            trickle.cancel(false);
            clock.shutdown();
            assertThat(clock.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
        }
        Traces traces = landing.settled();
        assertThat(sent).allSatisfy(id -> {
            assertThat(traces.outcomes(id)).containsExactly("APPLIED");
            assertThat(traces.document(id).isMissingNode()).isFalse();
        });
    }

    @Test
    void bytes_that_are_no_text_are_kept_whole_and_the_partition_goes_on() {
        byte[] bytes = {0, 0, 0, 0, 7, (byte) 0xff, (byte) 0xfe};
        RecordMetadata sent = landing.sendValue(bytes);
        landing.sendValue(Fact.of("behind-bytes", "SUBMITTED").bytes());
        Traces traces = landing.settled();
        assertThat(traces.letter(sent)).satisfies(letter -> {
            assertThat(letter.reason()).isEqualTo("not-utf-8");
            assertThat(letter.payload()).isEqualTo(bytes);
            assertThat(letter.key()).isNull();
            assertThat(letter.taskId()).isNull();
        });
        assertThat(traces.row("behind-bytes").isLanded()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"\"\"", "null", "\"  \"", "7", "\"a\\u0000b\"", "\"line\\nfeed\"", "\"half \\ud800\"", "[\"x\"]"
            })
    void what_is_no_task_id_is_a_dead_letter(String json) {
        String event = "{\"eventId\":\"e\",\"type\":\"SUBMITTED\",\"taskId\":" + json + "}";
        RecordMetadata sent = landing.sendValue(event.getBytes(UTF_8));
        Traces.Letter letter = landing.settled().letter(sent);
        assertThat(letter.reason()).isEqualTo(json.equals("null") ? "missing-field" : "bad-task-id");
        assertThat(letter.detail()).contains("taskId");
    }

    @Test
    void a_task_id_may_have_512_bytes_and_no_more() {
        RecordMetadata noId = landing.sendValue("{\"eventId\":\"e\",\"type\":\"SUBMITTED\"}".getBytes(UTF_8));
        List<String> good = List.of("a/b?c#d", "_x", "x".repeat(512), "语".repeat(170) + "ab", " inner blank .. %2F");
        good.forEach(id -> landing.send(Fact.of(id, "COMPLETED").patch("{\"n\":1}")));
        List<RecordMetadata> bad =
                landing.send(Fact.of("x".repeat(513), "SUBMITTED"), Fact.of("语".repeat(171), "SUBMITTED"));
        Traces traces = landing.settled();
        assertThat(good)
                .allSatisfy(
                        id -> assertThat(traces.document(id).path("n").asInt()).isEqualTo(1));
        assertThat(bad)
                .allSatisfy(sent -> assertThat(traces.letter(sent).detail()).contains("513 bytes"));
        assertThat(traces.letter(noId).reason()).isEqualTo("missing-field");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
            {"a":1}{"b":2}                | trailing-bytes
            {"a":1} tail                  | trailing-bytes
            [1,2]                         | not-an-object
            null                          | not-an-object
            {"eventId":"1","eventId":"2"} | duplicate-key
            {"taskId":"nan","patch":{"v":NaN}} | not-json
            """)
    void what_is_no_single_object_is_a_dead_letter(String value, String reason) {
        RecordMetadata sent = landing.sendValue(value.getBytes(UTF_8));
        assertThat(landing.settled().letter(sent).reason()).isEqualTo(reason);
    }

    @Test
    void brackets_without_end_and_deep_nesting_overflow_nothing() {
        RecordMetadata brackets = landing.sendValue("[".repeat(2_000_000).getBytes(UTF_8));
        RecordMetadata deep = landing.sendValue("{\"a\":".repeat(2_000).getBytes(UTF_8));
        Traces traces = landing.settled();
        assertThat(traces.letter(brackets).reason()).isEqualTo("not-an-object");
        assertThat(traces.letter(brackets).payload()).hasSize(2_000_000);
        assertThat(traces.letter(deep).reason()).isEqualTo("too-deep");
    }

    @Test
    void a_tombstone_is_a_dead_letter_by_default() {
        landing.send(Fact.of("kept", "SUBMITTED"));
        RecordMetadata sent = landing.send(null, null, "kept".getBytes(UTF_8), null);
        Traces traces = landing.settled();
        assertThat(traces.letter(sent).reason()).isEqualTo("tombstone");
        assertThat(traces.letter(sent).taskId()).isEqualTo("kept");
        assertThat(traces.letter(sent).payload()).isNull();
        assertThat(traces.document("kept").isMissingNode()).isFalse();
    }

    @Test
    void a_record_that_the_ledger_refuses_is_set_aside_and_999_land() {
        Traces traces = landing.traces();
        traces.ledger().execute("alter table task_event add constraint poison check (event_id <> 'poison')");
        try {
            List<Fact> facts = new ArrayList<>();
            for (int i = 0; i < 1_000; i++) {
                facts.add(Fact.of("crowd-" + i, "SUBMITTED"));
            }
            facts.set(617, Fact.of("crowd-617", "SUBMITTED").id("poison"));
            List<RecordMetadata> sent = new ArrayList<>();
            landing.whileNotReceiving(() -> sent.addAll(landing.send(facts)));
            landing.settled();
            assertThat(traces.number("select count(*) from task where task_id like 'crowd-%'"))
                    .isEqualTo(999);
            assertThat(traces.number(
                            "select count(*) from task where task_id like 'crowd-%' and landed_version < version"))
                    .isZero();
            Traces.Letter letter = traces.letter(sent.get(617));
            assertThat(letter.reason()).isEqualTo("refused-by-ledger");
            assertThat(letter.payload()).isEqualTo(facts.get(617).bytes());
            assertThat(traces.number("select count(*) from dead_letter where reason = 'refused-by-ledger'"))
                    .isEqualTo(1);
        } finally {
            traces.ledger().execute("alter table task_event drop constraint poison");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"2099-01-01T00:00:00Z", "2020-01-01T00:00:00+08:00", "0001-01-01T00:00:00Z"})
    void when_it_is_said_to_have_happened_makes_no_task_older_or_younger(String occurredAt) {
        String id = "said-" + occurredAt;
        landing.send(Fact.of(id, "SUBMITTED").text("occurredAt", occurredAt));
        assertThat(landing.settled().row(id).aged()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"28910-05-16T19:52:39.000Z", "2021-51", "0000-00-00", "2021-02-30T00:00:00Z", "yesterday"})
    void what_is_no_instant_is_a_dead_letter(String occurredAt) {
        List<RecordMetadata> sent =
                landing.send(Fact.of("no-instant", "SUBMITTED").text("occurredAt", occurredAt));
        assertThat(landing.settled().letter(sent.get(0)).detail()).contains("occurredAt");
    }

    @ParameterizedTest
    @ValueSource(longs = {Long.MAX_VALUE, 9_224_318_015_999_999L, 9_000_000_000_000_000L, 253_402_300_800_000L})
    void a_record_from_the_far_future_does_not_hold_up_its_partition(long timestamp) {
        Fact fact = Fact.of("future-" + timestamp, "SUBMITTED");
        landing.send(0, timestamp, null, fact.bytes());
        landing.send(0, timestamp, null, "broken".getBytes(UTF_8));
        landing.sendValue(Fact.of("behind-" + timestamp, "SUBMITTED").bytes());
        Traces traces = landing.settled();
        assertThat(traces.row("future-" + timestamp).aged()).isTrue();
        assertThat(traces.row("behind-" + timestamp).isLanded()).isTrue();
    }

    @Test
    void a_record_older_than_the_memory_of_event_ids_is_a_dead_letter() {
        long old = Instant.now().minus(Duration.ofDays(31)).toEpochMilli();
        RecordMetadata sent =
                landing.send(0, old, null, Fact.of("old", "SUBMITTED").bytes());
        assertThat(landing.settled().letter(sent).reason()).isEqualTo("too-old");
        assertThat(landing.traces().row("old")).isNull();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"landfall\":{\"state\":\"ANALYZED\"}}",
                "{\"landfall.state\":\"ANALYZED\"}",
                "{\"\":1}",
                "{\"a..b\":1}",
                "{\"a.\":1}",
                "{\"_id\":\"x\"}"
            })
    void a_patch_may_not_write_what_is_not_its_own(String patch) {
        List<RecordMetadata> sent =
                landing.send(Fact.of("forbidden", "SUBMITTED").patch(patch));
        Traces.Letter letter = landing.settled().letter(sent.get(0));
        assertThat(letter.reason()).isEqualTo("forbidden-field");
        assertThat(letter.detail()).contains(patch.substring(2, patch.indexOf("\":")));
        assertThat(landing.traces().row("forbidden")).isNull();
    }

    @Test
    void a_transcript_of_21_megabytes_lands_and_a_broken_one_is_kept() {
        String words = "a word and another ".repeat(21 * 1024 * 1024 / 19);
        landing.send(Fact.of("long-talk", "COMPLETED").patch("{\"transcript\":\"" + words + "\"}"));
        RecordMetadata broken = landing.sendValue(("{\"taskId\":\"long-broken\",\"x\":\"" + words).getBytes(UTF_8));
        landing.send(Fact.of("behind-long-talk", "SUBMITTED"));
        Traces traces = landing.settled();
        assertThat(traces.row("long-talk").isLanded()).isTrue();
        JsonNode own = traces.view().call("GET", "/owned/_doc/long-talk?_source_includes=landfall", null);
        assertThat(own.path("_source").path("landfall").path("state").asText()).isEqualTo("ANALYZED");
        assertThat(own.path("_source").path("landfall").has("incomplete")).isFalse();
        assertThat(traces.letter(broken).reason()).isEqualTo("not-json");
        assertThat(traces.letter(broken).payload()).hasSizeGreaterThan(words.length());
        assertThat(traces.row("behind-long-talk").isLanded()).isTrue();
    }

    @Test
    void an_index_that_is_not_allowed_is_a_dead_letter() {
        List<RecordMetadata> sent =
                landing.send(Fact.of("elsewhere", "SUBMITTED").text("index", "not-ours"));
        assertThat(landing.settled().letter(sent.get(0)).reason()).isEqualTo("index-not-allowed");
        assertThat(landing.traces().letter(sent.get(0)).detail()).contains("not-ours");
    }

    @Test
    void the_books_balance() {
        landing.send(Fact.of("counted", "SUBMITTED"), Fact.of("counted", "SUBMITTED"));
        landing.sendValue("{}".getBytes(UTF_8));
        Traces.Books books = landing.settled().books();
        assertThat(books.received())
                .isEqualTo(books.applied()
                        + books.noEffect()
                        + books.alreadyApplied()
                        + books.stale()
                        + books.illegal()
                        + books.malformed());
        long sent = landing.ends().values().stream().mapToLong(end -> end).sum();
        assertThat(books.received()).isGreaterThanOrEqualTo(sent);
    }
}
