package io.landfall.outbox;

import java.time.Duration;
import java.util.List;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The outbox's keys.
 *
 * @param topics where messages of other services on the same database may go; messages of theirs to any other topic are
 *     blocked
 * @param alarmAfter a person is told when the oldest message has waited for longer
 */
@Validated
@ConfigurationProperties("landfall.outbox")
public record OutboxConfiguration(
        @DefaultValue @NotNull List<@NotBlank String> topics, @DefaultValue("2m") @NotNull Duration alarmAfter) {}
