package io.landfall.rebuild;

import java.time.Duration;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotNull;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The keys of index rebuilds.
 *
 * @param rate documents a second at most, beside what lands at the same time
 * @param stalled without progress for so long, a person is told
 */
@Validated
@ConfigurationProperties("landfall.rebuild")
public record RebuildConfiguration(
        @DefaultValue("5000") @Min(1) @Max(1_000_000) int rate, @DefaultValue("5m") @NotNull Duration stalled) {
    private static final Duration SHORTEST = Duration.ofSeconds(1);

    public RebuildConfiguration {
        if (stalled.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException("landfall.rebuild.stalled is " + stalled + "; it must be 1s or longer");
        }
    }
}
