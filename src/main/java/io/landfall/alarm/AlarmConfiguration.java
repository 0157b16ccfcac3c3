package io.landfall.alarm;

import java.time.Duration;

import jakarta.validation.constraints.NotNull;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The keys of alarms.
 *
 * @param quiet after how long without a repeat an alarm that counts occurrences closes itself
 */
@Validated
@ConfigurationProperties("landfall.alarms")
record AlarmConfiguration(@DefaultValue("1h") @NotNull Duration quiet) {}
