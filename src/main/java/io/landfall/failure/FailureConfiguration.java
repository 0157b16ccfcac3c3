package io.landfall.failure;

import java.time.Duration;

import jakarta.validation.constraints.NotNull;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The keys of failures.
 *
 * @param retention how long what is over is kept: closed failures and alarms, sent messages, resolved dead letters, reports
 */
@Validated
@ConfigurationProperties("landfall.failures")
public record FailureConfiguration(@DefaultValue("30d") @NotNull Duration retention) {
    /** So short a memory would hide what happened today. */
    private static final Duration SHORTEST = Duration.ofHours(1);

    public FailureConfiguration {
        if (retention.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException(
                    "landfall.failures.retention is " + retention + "; it must be at least " + SHORTEST);
        }
    }
}
