package io.landfall.overview;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

class LatencyScaleTest {
    @ParameterizedTest
    @ValueSource(longs = {0, 1, 2, 3, 99, 1_000, 59_999, 3_600_000})
    void a_duration_is_in_the_first_bucket_that_reaches_it(long millis) {
        int bucket = LatencyScale.bucket(Duration.ofMillis(millis));
        assertThat(LatencyScale.upTo(bucket) * 1_000).isGreaterThanOrEqualTo((double) millis - 1e-6);
        if (bucket > 0) {
            assertThat(LatencyScale.upTo(bucket - 1) * 1_000).isLessThan((double) millis);
        }
    }

    @Test
    void what_is_too_short_or_too_long_is_at_the_ends() {
        assertThat(LatencyScale.bucket(Duration.ofSeconds(-5))).isZero();
        assertThat(LatencyScale.bucket(Duration.ofDays(400))).isEqualTo(LatencyScale.SIZE - 1);
    }

    @Test
    void quantiles_of_sums_are_those_of_all_within_a_fifth() {
        Random random = new Random(7);
        List<Long> all = new ArrayList<>();
        List<Long> sum = List.of();
        for (int node = 0; node < 3; node++) {
            List<Long> buckets = new ArrayList<>(Collections.nCopies(LatencyScale.SIZE, 0L));
            for (int i = 0; i < 1_000; i++) {
                long millis = (long) Math.exp(random.nextGaussian() + 5 + node);
                all.add(millis);
                buckets.set(
                        LatencyScale.bucket(Duration.ofMillis(millis)),
                        buckets.get(LatencyScale.bucket(Duration.ofMillis(millis))) + 1);
            }
            sum = Buckets.sum(sum, buckets);
        }
        Collections.sort(all);
        for (double share : new double[] {0.5, 0.9, 0.99}) {
            double exact = all.get((int) (all.size() * share)) / 1_000.0;
            assertThat(LatencyScale.quantile(sum, share)).isCloseTo(exact, within(exact / 5));
        }
    }

    @Test
    void of_nothing_there_is_no_quantile() {
        assertThat(LatencyScale.quantile(List.of(), 0.5)).isNaN();
    }
}
