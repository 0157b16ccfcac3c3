package io.landfall.compensation;

import java.time.Duration;

import jakarta.validation.constraints.NotNull;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * How failures get their second chance. The first four can be changed while running; see {@link Settings}.
 *
 * @param batchSize failures in one claim at most
 * @param maxAttempts tries of one failure, before it is exhausted
 * @param rate documents a second at most, in the whole cluster
 * @param window a failure that has been due for longer without a try is exhausted
 * @param period between two looks
 * @param firstBackoff the longest wait after the first failed try; doubles with each
 * @param longestBackoff the longest wait of all
 * @param lease after that long without a sign of life a run is lost, and its claims count as failed tries
 */
@Validated
@ConfigurationProperties("landfall.compensation")
public record CompensationConfiguration(
        @DefaultValue("500") int batchSize,
        @DefaultValue("8") int maxAttempts,
        @DefaultValue("500") int rate,
        @DefaultValue("24h") @NotNull Duration window,
        @DefaultValue("30s") @NotNull Duration period,
        @DefaultValue("30s") @NotNull Duration firstBackoff,
        @DefaultValue("1h") @NotNull Duration longestBackoff,
        @DefaultValue("2m") @NotNull Duration lease) {
    private static final Duration SHORTEST_PERIOD = Duration.ofMillis(100);

    public CompensationConfiguration {
        // says which number is wrong
        Settings checked = new Settings(batchSize, maxAttempts, rate, window);
        atLeast("period", period, SHORTEST_PERIOD);
        atLeast("first-backoff", firstBackoff, Duration.ofMillis(1));
        atLeast("longest-backoff", longestBackoff, firstBackoff);
        atLeast("lease", lease, Duration.ofSeconds(1));
        window = checked.window();
    }

    private static void atLeast(String key, Duration given, Duration least) {
        if (given.compareTo(least) < 0) {
            throw new IllegalArgumentException(
                    "landfall.compensation." + key + ": " + given + " is too short, it must be at least " + least);
        }
    }

    Settings settings() {
        return new Settings(batchSize, maxAttempts, rate, window);
    }
}
