package io.landfall.audit;

import java.time.Duration;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The audit's keys.
 *
 * @param at when one begins by itself, as a Spring cron expression in UTC; {@code -}: never
 * @param rate tasks a second that are looked at
 * @param settle how long a difference must stay before it counts: so long may work be under way, that of a node that died
 *     included, whose partitions are free when its session has ended
 */
@Validated
@ConfigurationProperties("landfall.audit")
public record AuditConfiguration(
        @DefaultValue("0 0 3 * * *") @NotBlank String at,
        @DefaultValue("2000") @Min(1) @Max(1_000_000) int rate,
        @DefaultValue("1m") @NotNull Duration settle) {
    private static final Duration LONGEST = Duration.ofHours(1);

    public AuditConfiguration {
        if (settle.isNegative() || settle.compareTo(LONGEST) > 0) {
            throw new IllegalArgumentException("landfall.audit.settle is " + settle + "; it must be 0s to 1h");
        }
    }
}
