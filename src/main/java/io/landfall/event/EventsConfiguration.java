package io.landfall.event;

import java.time.Duration;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;

import org.hibernate.validator.constraints.time.DurationMin;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

import io.landfall.event.EventLimits.Tombstone;

/**
 * The keys of receiving events.
 *
 * @param topic where events come from
 * @param group the consumer group whose committed offsets say what is done
 * @param tombstone what a record without a value means
 * @param consumers threads that receive; more than the topic has partitions are idle
 * @param batchSize most records in a batch
 * @param linger how long a batch waits for a record more before it begins; also how long a poll of an empty topic lasts
 * @param batchInterval how long a batch may wait that is not full while there is always a record more
 * @param maxPollInterval how long a batch may take before the broker gives its partitions to another consumer; half of it
 *     is what a batch waits for a component that is away
 */
@Validated
@ConfigurationProperties("landfall.events")
public record EventsConfiguration(
        @DefaultValue("landfall.task-events") @NotBlank String topic,
        @DefaultValue("landfall") @NotBlank String group,
        @DefaultValue("dead-letter") @NotNull Tombstone tombstone,
        @DefaultValue("2") @Min(1) @Max(64) int consumers,
        @DefaultValue("4000") @Min(1) @Max(10_000) int batchSize,
        @DefaultValue("3ms") @NotNull @DurationMin(millis = 1) Duration linger,
        @DefaultValue("250ms") @NotNull @DurationMin(millis = 1) Duration batchInterval,
        @DefaultValue("5m") @NotNull Duration maxPollInterval) {}
