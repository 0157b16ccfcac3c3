package io.landfall.state;

import java.nio.charset.StandardCharsets;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import com.fasterxml.jackson.databind.ObjectMapper;

import static org.assertj.core.api.Assertions.assertThat;

class JsonBytesTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    private static String text(JsonBytes out) {
        return new String(out.toByteArray(), StandardCharsets.UTF_8);
    }

    @Test
    void what_is_quoted_reads_back_as_it_was() throws Exception {
        Random random = new Random(7);
        for (int i = 0; i < 20_000; i++) {
            String written = random.ints(random.nextInt(12), 0, i % 2 == 0 ? 0x80 : 0x11000)
                    .filter(point -> point < 0xD800 || point > 0xDFFF)
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString();
            JsonBytes out = new JsonBytes(random.nextInt(20));
            out.write('[');
            out.quoted(written);
            out.write(']');
            assertThat(JSON.readTree(out.toByteArray()).get(0).asText()).isEqualTo(written);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"\uD800", "a\uD800b", "\uDC00\uD800", "\uD83D\uD83D\uDE00"})
    void half_of_a_surrogate_pair_is_escaped(String half) throws Exception {
        JsonBytes out = new JsonBytes();
        out.quoted(half);
        assertThat(JSON.readTree(out.toByteArray()).asText()).isEqualTo(half);
        assertThat(text(out)).doesNotContain("?").contains("\\ud8");
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 9, 10, -1, -9, 1_764_540_000_000_000L, Long.MAX_VALUE, Long.MIN_VALUE})
    void numbers_are_digits(long number) {
        JsonBytes out = new JsonBytes(0);
        out.write(number);
        assertThat(text(out)).isEqualTo(Long.toString(number));
    }

    @Test
    void it_grows_and_begins_anew() {
        JsonBytes out = new JsonBytes(0);
        out.write("abc");
        out.write("xdefx".getBytes(StandardCharsets.US_ASCII), 1, 3);
        out.write("gh".getBytes(StandardCharsets.US_ASCII));
        assertThat(out.size()).isEqualTo(8);
        assertThat(text(out)).isEqualTo("abcdefgh");
        out.reset();
        assertThat(out.size()).isZero();
        assertThat(text(out)).isEmpty();
    }
}
