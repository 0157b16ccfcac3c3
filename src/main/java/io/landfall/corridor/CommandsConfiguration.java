package io.landfall.corridor;

import java.time.Duration;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.NotNull;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.validation.annotation.Validated;

/**
 * The keys of commands that come as messages.
 *
 * @param enabled whether they are obeyed at all: whoever may write to the topic may steer
 * @param group the consumer group whose committed offsets say what is done
 * @param maxAge older ones are refused: a group that is new reads the topic from its beginning
 */
@Validated
@ConfigurationProperties("landfall.commands")
record CommandsConfiguration(
        @DefaultValue("false") boolean enabled,
        @DefaultValue("landfall-commands") @NotBlank String group,
        @DefaultValue("10m") @NotNull Duration maxAge) {}
