package io.landfall.event;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.ObjectMapper;

import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

import io.landfall.event.Delivery.WellFormed;
import io.landfall.state.Json;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/** Values of a patch stay as they came, byte for byte. */
class PatchSlicesTest {
    private static final ObjectMapper MAPPER = new ObjectMapper();
    private static final byte[] SPITEFUL = {'"', '\\', '{', '}', '[', ']', ',', ':', '0', '-', 'u', ' ', 0, -17, -128};

    @ParameterizedTest
    @ValueSource(
            strings = {
                "1",
                "-0",
                "1.50",
                "1E+2",
                "1e400",
                "9223372036854775808",
                "true",
                "false",
                "\"\"",
                "\" , } \\\" \"",
                "\"ends in a backslash \\\\\"",
                "\"你好，世界\"",
                "\"😀 \\ud83d\\ude00 \\ud800 \\u0000 \\/ \\n\"",
                "[]",
                "{}",
                "[ 1 , 2 ]",
                "{ \"a\" : { \"b\" : [ null , \"x,\" ] } }",
                "{\"\":{\"a..b\":1,\"_id\":2,\"\\ud800\":3}}"
            })
    void a_value_is_a_slice_of_the_records_bytes(String value) {
        for (String space : List.of("", " ", "\n\t \r")) {
            String patch = "{" + space + "\"first\"" + space + ":" + space + value + space + "," + space + "\"语\""
                    + space + ":" + space + value + space + "," + space + "\"l\\u0061st\":" + value + space + "}";

            assertThat(patchOf(Records.readWith(",\"patch\":" + patch)))
                    .isEqualTo(Map.of("first", Json.of(value), "语", Json.of(value), "last", Json.of(value)));
        }
    }

    @Test
    void null_removes_a_field() {
        Map<String, Json> patch = patchOf(Records.readWith(",\"patch\":{\"a\": null ,\"b\":\"null\",\"c\":[null]}"));

        assertThat(patch)
                .containsEntry("a", null)
                .containsEntry("b", Json.of("\"null\""))
                .containsOnlyKeys("a", "b", "c");
    }

    @Test
    void a_byte_order_mark_moves_nothing() {
        Delivery delivery = Records.read(
                "\ufeff{\"eventId\":\"e\",\"taskId\":\"t\",\"type\":\"STARTED\",\"patch\":{\"a\":\"x\",\"b\":[1]}}");

        assertThat(patchOf(delivery)).isEqualTo(Map.of("a", Json.of("\"x\""), "b", Json.of("[1]")));
    }

    @Test
    void fields_keep_their_order() {
        assertThat(patchOf(Records.readWith(",\"patch\":{\"z\":1,\"a\":2,\"m\":3}"))
                        .keySet())
                .containsExactly("z", "a", "m");
    }

    @Test
    void a_text_longer_than_the_parsers_buffers_is_cut_out_whole() {
        String value = "\"" + "长 \\\" text, ".repeat(50_000) + "\"";

        assertThat(patchOf(Records.readWith(",\"patch\":{\"a\":" + value + " , \"b\":" + value + "}")))
                .isEqualTo(Map.of("a", Json.of(value), "b", Json.of(value)));
    }

    @Property(tries = 300)
    void any_patch_comes_back_byte_for_byte(
            @ForAll("objects") Map<String, Object> patch, @ForAll("spaces") String space) throws Exception {
        List<String> members = new ArrayList<>();
        Map<String, Json> expected = new LinkedHashMap<>();
        for (Map.Entry<String, Object> field : patch.entrySet()) {
            String text = MAPPER.writeValueAsString(field.getValue());
            members.add(space + MAPPER.writeValueAsString(field.getKey()) + space + ":" + space + text + space);
            expected.put(field.getKey(), field.getValue() == null ? null : Json.of(text));
        }

        Map<String, Json> read = patchOf(Records.readWith(",\"patch\":{" + String.join(",", members) + "}"));

        assertThat(read).isEqualTo(expected);
        assertThat(List.copyOf(read.keySet())).isEqualTo(List.copyOf(expected.keySet()));
        for (Map.Entry<String, Json> field : read.entrySet()) {
            Object value = field.getValue() == null
                    ? null
                    : MAPPER.readValue(field.getValue().bytes(), Object.class);
            assertThat(Objects.equals(value, patch.get(field.getKey()))).isTrue();
        }
    }

    @Property(tries = 2000)
    void random_bytes_are_read_without_an_exception(@ForAll byte[] value) {
        assertThatCode(() -> Records.read(value)).doesNotThrowAnyException();
    }

    @Property(tries = 300)
    void a_good_event_with_a_few_bytes_broken_is_read_without_an_exception(
            @ForAll("objects") Map<String, Object> patch, @ForAll long seed) throws Exception {
        String event = "{\"eventId\":\"e\",\"taskId\":\"t\",\"type\":\"FAILED\",\"error\":{\"code\":\"c\"},\"patch\":"
                + MAPPER.writeValueAsString(patch) + "}";
        Random random = new Random(seed);
        for (int round = 0; round < 50; round++) {
            byte[] value = event.getBytes(StandardCharsets.UTF_8);
            for (int i = random.nextInt(3); i >= 0; i--) {
                value[random.nextInt(value.length)] = SPITEFUL[random.nextInt(SPITEFUL.length)];
            }
            assertThatCode(() -> Records.read(value)).doesNotThrowAnyException();
        }
    }

    @Provide
    Arbitrary<Map<String, Object>> objects() {
        return Arbitraries.maps(keys(), values(2)).ofMaxSize(5);
    }

    @Provide
    Arbitrary<String> spaces() {
        return Arbitraries.of("", " ", "\n  ", "\t\r\n");
    }

    private static Arbitrary<Object> values(int depth) {
        Arbitrary<Object> scalars = Arbitraries.oneOf(List.of(
                Arbitraries.strings().map(PatchSlicesTest::withoutHalves),
                Arbitraries.of("\"", "\\", ",}", "😀", "\u0000", "语 "),
                Arbitraries.integers(),
                Arbitraries.doubles().between(-1e9, 1e9),
                Arbitraries.of(true, false),
                Arbitraries.just((Object) null)));
        return depth == 0
                ? scalars
                : Arbitraries.frequencyOf(
                        Tuple.of(4, scalars),
                        Tuple.of(1, values(depth - 1).list().ofMaxSize(4).map(list -> (Object) list)),
                        Tuple.of(
                                1,
                                Arbitraries.maps(
                                                Arbitraries.strings().map(PatchSlicesTest::withoutHalves),
                                                values(depth - 1))
                                        .ofMaxSize(4)
                                        .map(map -> (Object) map)));
    }

    /** Such as a patch may write; the prefix keeps them away from what is forbidden. */
    private static Arbitrary<String> keys() {
        return Combinators.combine(
                        Arbitraries.of("f", "字", "😀"), Arbitraries.strings().ofMaxLength(8))
                .as((prefix, rest) ->
                        prefix + withoutHalves(rest).replace('.', '-').replace('\u0000', '-'));
    }

    /** UTF-8 has no bytes for half of a surrogate pair. */
    private static String withoutHalves(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    private static Map<String, Json> patchOf(Delivery delivery) {
        assertThat(delivery).isInstanceOf(WellFormed.class);
        return ((WellFormed) delivery).event().change().patch();
    }
}
