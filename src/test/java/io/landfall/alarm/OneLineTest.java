package io.landfall.alarm;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class OneLineTest {
    @Test
    void what_would_begin_another_line_or_colour_a_terminal_is_replaced() {
        assertThat(OneLine.of("a\nb\r\u001b[31mc\u0000d\u2028e\u0085f"))
                .isEqualTo("a b\uFFFD\uFFFD[31mc\uFFFDd\uFFFDe\uFFFDf");
    }

    @Test
    void what_no_column_takes_is_replaced_and_what_is_a_character_stays() {
        assertThat(OneLine.of("\ud800x 语 \ud83d\ude00")).isEqualTo("\uFFFDx 语 \ud83d\ude00");
    }

    @Test
    void it_is_cut() {
        assertThat(OneLine.of("语".repeat(3000))).hasSize(2000);
    }
}
