package io.landfall.console;

import java.nio.charset.StandardCharsets;
import java.util.Set;

import org.junit.jupiter.api.Test;

import io.landfall.failure.Fragment;

import static org.assertj.core.api.Assertions.assertThat;

class MaskingTest {
    private final Masking open = new Masking(new MaskConfiguration(null));
    private final Masking masking = new Masking(new MaskConfiguration(Set.of("phone", "result.text")));

    @Test
    void without_masked_fields_the_bytes_are_shown_as_they_came() {
        String odd = "{\"a\" : 1.50e3, \"b\":\"\\ud800\\u0000\",\n \"c\":12345678901234567890.10}";
        assertThat(open.json(utf8(odd))).isEqualTo(odd);
    }

    @Test
    void a_name_is_masked_at_any_depth_and_nothing_else_changes() {
        assertThat(masking.json(
                        utf8("{\"phone\":\"123\", \"x\":[{\"phone\" : {\"home\":[1,2]}}], \"y\":1.0, \"phones\":2}")))
                .isEqualTo("{\"phone\":\"***\", \"x\":[{\"phone\" : \"***\"}], \"y\":1.0, \"phones\":2}");
    }

    @Test
    void a_path_masks_only_where_it_ends_so() {
        assertThat(masking.json(utf8("{\"text\":1,\"patch\":{\"result\":{\"text\":\"secret\",\"n\":2}}}")))
                .isEqualTo("{\"text\":1,\"patch\":{\"result\":{\"text\":\"***\",\"n\":2}}}");
    }

    @Test
    void an_escaped_or_dotted_name_is_the_same_name() {
        assertThat(masking.json(utf8("{\"ph\\u006fne\":\"123\",\"result.text\":\"secret\"}")))
                .isEqualTo("{\"ph\\u006fne\":\"***\",\"result.text\":\"***\"}");
    }

    @Test
    void of_a_fragment_cut_anywhere_nothing_masked_is_left() {
        String whole =
                "{\"ä\":\"ü\",\"phone\":\"SECRET\",\"result\":{\"text\":[\"SECRET\",{\"a\":\"SECRET\"}]},\"z\":3}";
        byte[] bytes = utf8(whole);
        for (int length = 0; length <= bytes.length; length++) {
            byte[] fragment = java.util.Arrays.copyOf(bytes, length);
            assertThat(masking.text(fragment)).doesNotContain("SE").doesNotContain("CR");
            assertThat(masking.json(fragment)).doesNotContain("SE").doesNotContain("CR");
        }
    }

    @Test
    void what_is_no_json_becomes_a_string() {
        assertThat(open.json(utf8("not \"json\""))).isEqualTo("\"not \\\"json\\\"\"");
        assertThat(open.json(utf8("{} {}"))).isEqualTo("\"{} {}\"");
        assertThat(open.json(utf8(""))).isEqualTo("\"\"");
        assertThat(open.json("{\"a\":1}".getBytes(StandardCharsets.UTF_16))).startsWith("\"");
        assertThat(masking.json(utf8("phone=123"))).isEqualTo("\"…\"");
        assertThat(open.json(null)).isNull();
    }

    @Test
    void the_views_words_quote_no_value() {
        String reason =
                "failed to parse field [phone] of type [long]. Preview of field's value: '123'; For input string: \"123\"";
        assertThat(masking.reason(reason))
                .contains("field [phone] of type [long]")
                .doesNotContain("123");
        assertThat(open.reason(reason)).isEqualTo(reason);
    }

    @Test
    void whatever_way_the_view_quotes_a_value_it_is_not_shown() {
        for (String reason : new String[] {
            "failed to parse date field [SECRET] with format [strict_date]; caused by x: Text 'SECRET' could not be parsed",
            "failed to parse field [ip] of type [ip]; caused by illegal_argument_exception: 'SECRET' is not an IP string literal.",
            "x: Failed to parse value [SECRET] as only [true] or [false] are allowed.",
            "x: For input string: \"SECRET\""
        }) {
            assertThat(masking.reason(reason)).doesNotContain("SECRET");
        }
        assertThat(masking.reason("mapping set to strict, dynamic introduction of [x] within [landfall] isn't allowed"))
                .endsWith("isn't allowed");
    }

    @Test
    void a_fragment_cut_by_bytes_shows_nothing_masked_wherever_it_is_cut() {
        byte[] document =
                utf8("{\"a\":\"é任😀\",\"phone\":\"SECRET\",\"result\":{\"text\":[\"SECRET\",{\"x\":\"SECRET\"}]}}");
        for (int limit = 0; limit <= document.length; limit++) {
            Fragment fragment = Fragment.of(document, limit);
            String shown = masking.text(fragment.text());
            for (int length = 2; length <= 6; length++) {
                assertThat(shown).doesNotContain("SECRET".substring(0, length));
            }
        }
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
