package io.landfall.event;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.stream.IntStream;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;

/** What is UTF-8 and what is a key, byte by byte: by the strict decoder of the JDK, and by what is written down. */
class TextTest {
    /** Of bytes that can only follow: the ends of their range, and their neighbours. */
    private static final int[] EDGES = {0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF};

    private static final int[] NONE = {};

    @Test
    void utf8_is_what_the_strict_decoder_takes() {
        for (int first = 0; first < 256; first++) {
            agree(first);
            for (int second = 0; second < 256; second++) {
                agree(first, second);
                for (int third : first < 0xE0 ? NONE : EDGES) {
                    agree(first, second, third);
                    for (int fourth : first < 0xF0 ? NONE : EDGES) {
                        agree(first, second, third, fourth);
                    }
                }
            }
        }
        assertThat(Text.isUtf8(new byte[0])).isTrue();
        assertThat(Text.isUtf8("通话 мир é 😀".getBytes(StandardCharsets.UTF_8))).isTrue();
    }

    private static void agree(int... bytes) {
        byte[] text = new byte[bytes.length];
        IntStream.range(0, bytes.length).forEach(i -> text[i] = (byte) bytes[i]);
        if (Text.isUtf8(text) != decodes(text)) {
            throw new AssertionError(
                    "not as the decoder says: " + java.util.HexFormat.of().formatHex(text));
        }
    }

    private static boolean decodes(byte[] text) {
        try {
            StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
            return true;
        } catch (CharacterCodingException e) {
            return false;
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                ".",
                "a.",
                ".a",
                "a..b",
                "a. .b",
                "\u2003",
                "a.\t",
                "landfall",
                "landfall.x",
                "_id",
                "_id.x"
            })
    void a_patch_may_not_write_empty_parts_nor_what_is_not_its_own(String key) {
        assertThat(PatchKeys.isForbidden(key)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "a.b", "a b", " a", "a. b", "x.landfall", "x._id", "landfalls", "通话.文本", "\u00A0"})
    void a_patch_may_write_every_other(String key) {
        assertThat(PatchKeys.isForbidden(key)).isFalse();
    }
}
