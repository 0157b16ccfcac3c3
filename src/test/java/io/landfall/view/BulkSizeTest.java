package io.landfall.view;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

class BulkSizeTest {
    private static final long MOST = 5_000_000;

    private final SettableClock clock = new SettableClock();
    private final DocumentCeiling documents = new DocumentCeiling(1_000);
    private final ByteCeiling bytes = new ByteCeiling(MOST, clock);

    @Test
    void each_throttled_bulk_halves_the_number_but_not_below_fifty() {
        documents.throttled();
        assertThat(documents.documents()).isEqualTo(500);
        for (int i = 0; i < 10; i++) {
            documents.throttled();
        }
        assertThat(documents.documents()).isEqualTo(50);
    }

    @Test
    void a_number_that_is_small_by_configuration_is_not_raised() {
        DocumentCeiling few = new DocumentCeiling(10);
        few.throttled();
        assertThat(few.documents()).isEqualTo(10);
    }

    @Test
    void full_bulks_that_are_taken_raise_the_number_by_a_tenth_up_to_the_whole() {
        documents.throttled();
        documents.took(499);
        assertThat(documents.documents()).isEqualTo(500);
        documents.took(500);
        assertThat(documents.documents()).isEqualTo(550);
        for (int i = 0; i < 20; i++) {
            documents.took(1_000);
        }
        assertThat(documents.documents()).isEqualTo(1_000);
    }

    @Test
    void fifty_bulks_that_are_taken_raise_the_bytes_by_a_tenth() {
        bytes.tooLarge(4_000_000);
        assertThat(bytes.bytes()).isEqualTo(2_000_000);
        took(ByteCeiling.GOOD - 1);
        assertThat(bytes.bytes()).isEqualTo(2_000_000);
        took(1);
        assertThat(bytes.bytes()).isEqualTo(2_200_000);
    }

    @Test
    void a_refused_size_is_not_tried_again_for_ten_minutes() {
        bytes.tooLarge(4_000_000);
        took(ByteCeiling.GOOD * 100);
        assertThat(bytes.bytes()).isEqualTo(3_999_999);
        clock.pass(ByteCeiling.REMEMBERED.minusSeconds(1));
        took(ByteCeiling.GOOD * 100);
        assertThat(bytes.bytes()).isEqualTo(3_999_999);
        clock.pass(Duration.ofSeconds(2));
        took(ByteCeiling.GOOD * 100);
        assertThat(bytes.bytes()).isEqualTo(MOST);
    }

    @Test
    void the_smallest_refused_size_of_the_last_minutes_counts() {
        bytes.tooLarge(4_000_000);
        bytes.tooLarge(2_000_000);
        bytes.tooLarge(3_000_000);
        assertThat(bytes.bytes()).isEqualTo(1_000_000);
        took(ByteCeiling.GOOD * 100);
        assertThat(bytes.bytes()).isEqualTo(1_999_999);
    }

    @Test
    void tiny_refused_bulks_do_not_lower_the_bytes_below_the_least() {
        bytes.tooLarge(50_000);
        assertThat(bytes.bytes()).isEqualTo(ByteCeiling.LEAST);
        took(ByteCeiling.GOOD);
        assertThat(bytes.bytes()).isEqualTo(ByteCeiling.LEAST);
    }

    private void took(int bulks) {
        for (int i = 0; i < bulks; i++) {
            bytes.took();
        }
    }
}
