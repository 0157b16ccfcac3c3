package io.landfall.land;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.header.internals.RecordHeader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

/** Dead letters on their topic, and headers by which a producer would steer us. */
class DeadLetterIT {
    @RegisterExtension
    static final Landings OWNED = Landings.owned();

    /** What Camel's components would obey. */
    private static final Map<String, String> HOSTILE = Map.ofEntries(
            Map.entry("operation", "Delete"),
            Map.entry("indexName", "evil"),
            Map.entry("indexId", "evil"),
            Map.entry("size", "0"),
            Map.entry("CamelJdbcParameters", "{taskIds=evil}"),
            Map.entry("CamelRetrieveGeneratedKeys", "true"),
            Map.entry("kafka.OVERRIDE_TOPIC", "landing-owned-evil"),
            Map.entry("kafka.PARTITION_KEY", "77"),
            Map.entry("kafka.KEY", "evil"),
            Map.entry("CamelKafkaOverrideTopic", "landing-owned-evil"),
            Map.entry("CamelBeanMethodName", "notify"),
            Map.entry("CamelHttpUri", "http://127.0.0.1:1/"),
            Map.entry("CamelFileName", "evil"),
            Map.entry("landfall-reason", "forged"));

    private final Landing landing = OWNED.landing();

    @Test
    void a_dead_letter_on_its_topic_has_the_original_bytes_and_says_where_from() {
        byte[] bytes = {'{', 0, (byte) 0xff};
        RecordMetadata sent = landing.send(
                1, 1_700_000_000_000L + 365L * 86_400_000 * 3, "k".getBytes(UTF_8), bytes, header("trace", "abc"));
        ConsumerRecord<byte[], byte[]> letter = letter(landing.relayed(), sent);
        assertThat(letter.value()).isEqualTo(bytes);
        assertThat(letter.key()).isEqualTo("k".getBytes(UTF_8));
        assertThat(header(letter, "trace")).isEqualTo("abc");
        assertThat(header(letter, "landfall-reason")).isEqualTo("not-utf-8");
        assertThat(header(letter, "landfall-topic")).isEqualTo(landing.events());
        assertThat(header(letter, "landfall-at")).isEqualTo("2026-11-13T22:13:20.000000Z");
        assertThat(header(letter, "landfall-truncated")).isNull();
    }

    @Test
    void a_dead_letter_without_key_and_value_is_relayed_too() {
        RecordMetadata sent = landing.send(0, null, null, null);
        ConsumerRecord<byte[], byte[]> letter = letter(landing.relayed(), sent);
        assertThat(letter.value()).isNull();
        assertThat(letter.key()).isNull();
        assertThat(header(letter, "landfall-reason")).isEqualTo("tombstone");
    }

    @Test
    void nothing_obeys_the_headers_of_a_record() {
        Fact fact = Fact.of("hostile", "COMPLETED").patch("{\"a\":1}");
        landing.send(0, null, "hostile".getBytes(UTF_8), fact.bytes(), hostile());
        Fact refused = Fact.of("hostile-field", "COMPLETED").patch("{\"durationSeconds\":{\"x\":1}}");
        landing.send(0, null, "hostile-field".getBytes(UTF_8), refused.bytes(), hostile());
        Traces traces = landing.relayed();
        assertThat(traces.document("hostile").path("a").asInt()).isEqualTo(1);
        assertThat(traces.failures("hostile-field")).hasSize(1);
        assertThat(traces.view().call("GET", "/evil", null).path("status").asInt())
                .isEqualTo(404);
        assertThat(traces.document("evil").isMissingNode()).isTrue();
    }

    @Test
    void a_dead_letter_keeps_hostile_headers_in_the_table_and_goes_to_its_topic_without_those_that_camel_obeys() {
        RecordMetadata sent = landing.sendValue("broken".getBytes(UTF_8), hostile());
        Traces traces = landing.relayed();
        String kept = new String(traces.letter(sent).headers(), UTF_8);
        assertThat(HOSTILE.keySet()).allSatisfy(name -> assertThat(kept).contains("\"" + name + "\""));
        ConsumerRecord<byte[], byte[]> letter = letter(traces, sent);
        assertThat(header(letter, "landfall-reason")).isEqualTo("not-json");
        assertThat(header(letter, "indexName")).isEqualTo("evil");
        assertThat(letter.headers())
                .noneMatch(header ->
                        header.key().startsWith("Camel") || header.key().startsWith("kafka."));
        assertThat(letter.key()).isNull();
        assertThat(landing.hasTopic("landing-owned-evil")).isFalse();
    }

    @Test
    void a_dead_letter_that_its_topic_would_not_take_holds_up_no_other() {
        List<Header> heavy = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            heavy.add(header("heavy-" + i, "x".repeat(4_096)));
        }
        RecordMetadata large = landing.sendValue("y".repeat(900_000).getBytes(UTF_8), heavy.toArray(Header[]::new));
        RecordMetadata largeKey =
                landing.send(0, null, "k".repeat(1_200_000).getBytes(UTF_8), "broken".getBytes(UTF_8));
        RecordMetadata largest = landing.sendValue("z".repeat(3_000_000).getBytes(UTF_8));
        RecordMetadata behind = landing.sendValue("behind".getBytes(UTF_8));
        Traces traces = landing.relayed();
        assertThat(header(letter(traces, large), "landfall-truncated")).isEqualTo("true");
        assertThat(header(letter(traces, largeKey), "landfall-truncated")).isEqualTo("true");
        assertThat(letter(traces, largest).value()).hasSizeLessThan(100_000);
        assertThat(letter(traces, behind).value()).isEqualTo("behind".getBytes(UTF_8));
        assertThat(traces.letter(largest).payload()).hasSize(3_000_000);
    }

    private static Header[] hostile() {
        return HOSTILE.entrySet().stream()
                .map(entry -> header(entry.getKey(), entry.getValue()))
                .toArray(Header[]::new);
    }

    private static Header header(String name, String value) {
        return new RecordHeader(name, value.getBytes(UTF_8));
    }

    private static ConsumerRecord<byte[], byte[]> letter(Traces traces, RecordMetadata sent) {
        return traces.deadLetterRecords().stream()
                .filter(letter -> Integer.toString(sent.partition()).equals(header(letter, "landfall-partition"))
                        && Long.toString(sent.offset()).equals(header(letter, "landfall-offset")))
                .findFirst()
                .orElseThrow();
    }

    private static String header(ConsumerRecord<byte[], byte[]> letter, String name) {
        Header header = letter.headers().lastHeader(name);
        return header == null ? null : new String(header.value(), UTF_8);
    }
}
