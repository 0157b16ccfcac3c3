package io.landfall.compensation;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

class SettingsTest {
    private static final Settings CONFIGURED = new Settings(500, 8, 500, Duration.ofHours(24));

    @ParameterizedTest
    @CsvSource({"500,500,50", "500,50,5", "50,5000,50", "500,1,1", "500,13,1", "1,500,1"})
    void a_slice_is_a_tenth_of_a_second_of_the_rate_and_no_more_than_a_batch(int batchSize, int rate, int slice) {
        assertThat(new Settings(batchSize, 8, rate, Duration.ofHours(1)).slice())
                .isEqualTo(slice);
    }

    @Test
    void half_of_the_slices_is_fresh_however_small_they_are() {
        assertThat(Run.Slice.of(50, 0).fresh()).isEqualTo(25);
        assertThat(Run.Slice.of(25, 0).fresh() + Run.Slice.of(25, 1).fresh()).isEqualTo(25);
        assertThat(Run.Slice.of(1, 0).fresh() + Run.Slice.of(1, 1).fresh()).isEqualTo(1);
    }

    @Test
    void a_change_holds_over_the_configured_number_until_it_is_taken_back() {
        Changes changes = Changes.NONE.with(Map.of("rate", 50, "window", "2h"));
        assertThat(changes.over(CONFIGURED)).isEqualTo(new Settings(500, 8, 50, Duration.ofHours(2)));
        changes = changes.with(Map.of("batchSize", "20"));
        assertThat(changes.over(CONFIGURED)).isEqualTo(new Settings(20, 8, 50, Duration.ofHours(2)));
        Map<String, Object> back = new HashMap<>();
        back.put("rate", null);
        assertThat(changes.with(back).over(CONFIGURED)).isEqualTo(new Settings(20, 8, 500, Duration.ofHours(2)));
    }

    @Test
    void no_change_is_none() {
        assertThatThrownBy(() -> Changes.NONE.with(Map.of()))
                .hasMessage("Name what is to be changed: batchSize, maxAttempts, rate and window.");
    }

    @ParameterizedTest
    @CsvSource({
        "rate,0,landfall.compensation.rate: 0 is not between 1 and 100000",
        "rate,fast,rate must be a whole number.",
        "rate,1.5,rate must be a whole number.",
        "batchSize,5001,landfall.compensation.batch-size: 5001 is not between 1 and 5000",
        "maxAttempts,-1,landfall.compensation.max-attempts: -1 is not between 1 and 1000",
        "window,tomorrow,window must be a duration such as 24h or PT24H.",
        "window,0s,landfall.compensation.window: PT0S is not between a second and 3650 days",
        "period,5s,'There is no setting period that can be changed while running; there are batchSize, maxAttempts, rate and window.'"
    })
    void a_wrong_change_says_what_is_wrong(String name, String value, String message) {
        assertThatThrownBy(() -> Changes.NONE.with(Map.of(name, value)).over(CONFIGURED))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void a_wrong_key_stops_the_start_and_is_named() {
        Duration day = Duration.ofDays(1);
        assertThatThrownBy(() -> new CompensationConfiguration(500, 8, 0, day, day, day, day, day))
                .hasMessageContaining("landfall.compensation.rate");
        assertThatThrownBy(() -> new CompensationConfiguration(500, 8, 1, day, Duration.ZERO, day, day, day))
                .hasMessageContaining("landfall.compensation.period");
        assertThatThrownBy(() -> new CompensationConfiguration(500, 8, 1, day, day, day, Duration.ofHours(1), day))
                .hasMessageContaining("landfall.compensation.longest-backoff");
        assertThatThrownBy(() -> new CompensationConfiguration(500, 8, 1, day, day, day, day, Duration.ofMillis(10)))
                .hasMessageContaining("landfall.compensation.lease");
    }
}
